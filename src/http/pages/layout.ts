/** Text from anywhere, safe inside a page. */
export function escaped(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Text with `names` in backticks, as the document writes them. */
export function prose(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2321; --paper: #fbfaf7; --line: #d8d4c8; --mark: #0b6e4f; --soft: #f1efe8; --key: #9a5b00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --paper: #171a19; --line: #363c39; --mark: #5fd0a5; --soft: #20252a; --key: #e6b366 } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 66rem; margin: 0 auto; padding: 2rem 1.25rem 6rem }
h1 { font-size: 1.7rem; margin: 0 0 .3rem } h2 { margin: 2.4rem 0 .6rem; font-size: 1.15rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem }
a { color: var(--mark) } code, pre { font: .86rem/1.5 ui-monospace, monospace }
pre { background: var(--soft); padding: .8rem 1rem; overflow-x: auto; border-radius: 6px; margin: .5rem 0; max-height: 28rem }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; background: var(--paper) }
summary { cursor: pointer; padding: .55rem .8rem; display: flex; gap: .7rem; align-items: baseline; flex-wrap: wrap }
summary::before { content: '▸'; color: var(--mark) } details[open] > summary::before { content: '▾' } summary::-webkit-details-marker { display: none }
td:last-child, summary { overflow-wrap: anywhere } h4 { margin: 1.4rem 0 .3rem }
details > div { padding: 0 1rem 1rem } table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-size: .92rem }
.verb { font-weight: 700; color: var(--mark); min-width: 3.6rem } .key { color: var(--key); font-size: .82rem } .muted { opacity: .72 }
input[type=search] { font: inherit; width: 100%; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit }
button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--mark); color: var(--mark); background: none; border-radius: 6px; cursor: pointer }
textarea { width: 100%; font: .86rem/1.5 ui-monospace, monospace; background: var(--soft); color: inherit; border: 1px solid var(--line); border-radius: 6px; padding: .6rem }`

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#0b6e4f"/><path d="M4.5 8.2l2.4 2.5 4.6-5.2" fill="none" stroke="#fff" stroke-width="1.8"/></svg>'

export function page(title: string, body: string, script = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main>${script && `<script>${script}</script>`}</body></html>`
}
