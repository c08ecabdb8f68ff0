import { GROUPS } from '../../operation/route.ts'
import { type OpenApiDocument, operationId } from '../openapi.ts'
import { escaped, page, prose } from './layout.ts'

interface Operation {
  summary: string
  description?: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example?: unknown }[]
  requestBody?: {
    content: Record<
      string,
      { schema: Record<string, unknown>; examples?: Record<string, { summary: string; value: unknown }> }
    >
  }
  responses: Record<
    string,
    {
      description: string
      content?: Record<string, { examples?: Record<string, { summary: string; value: unknown }> }>
    }
  >
}

const SCRIPT = `
const search = document.querySelector('input[type=search]')
search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase()
  for (const route of document.querySelectorAll('details[id]')) route.hidden = !route.dataset.words.includes(wanted)
  for (const group of document.querySelectorAll('section')) group.hidden = !group.querySelector('details[id]:not([hidden])')
  document.querySelector('#none').hidden = document.querySelector('section:not([hidden])') !== null
})
for (const form of document.querySelectorAll('form')) form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const out = form.querySelector('pre')
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll('input[name]')) {
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', encodeURIComponent(field.value))
    else if (field.value !== '') query.set(field.name, field.value)
  }
  const body = form.querySelector('textarea')?.value
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  out.hidden = false
  out.textContent = '…'
  try {
    const reply = await fetch(path + (query.size ? '?' + query : ''), { method: form.dataset.method, headers, body })
    const text = await reply.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    out.textContent = reply.status + ' ' + reply.headers.get('x-request-id') + '\\n' + shown
  } catch (error) { out.textContent = String(error) }
})
const openNamed = () => {
  const named = document.getElementById(location.hash.slice(1))
  if (named?.tagName !== 'DETAILS') return
  named.open = true
  named.scrollIntoView()
}
addEventListener('hashchange', openNamed)
openNamed()`

/** The document as a page: no second description, no script from elsewhere. Keyless routes can be tried in place. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  )
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const here = operations.filter(({ operation }) => operation.tags[0] === group)
    return here.length === 0 ? '' : `<section><h2>${escaped(title)}</h2>${here.map(section).join('')}</section>`
  })
  return page(
    'Witnessmark: every route',
    `<h1>Every route</h1>
<p>Made from the <a href="/api/public-docs/openapi">OpenAPI document</a> of this very service (version ${escaped(document.info.version)}).
A refusal is a 4xx with <code>error</code>, <code>reason</code>, <code>detail</code>, <code>fix</code> and <code>request_id</code>; an abstention is a 200 that says why nothing was read.</p>
<p id="keys"><b>Keys.</b> Routes marked <span class="key">key</span> take <code>Authorization: Bearer on_…</code>. The operator mints keys on the machine:
<code>npm run -s cli -- keys mint --owner you@example.com --name my-key</code>. All others are keyless and stay so.</p>
<p><label>Find a route <input type="search"></label></p>
<p id="none" class="muted" hidden>No route fits.</p>${groups.join('')}`,
    SCRIPT,
  )
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const keyed = operation.security === undefined
  const id = operationId({ method: method as 'GET', path })
  return `<details id="${id}" data-words="${escaped(`${method} ${path} ${operation.summary}`.toLowerCase())}">
<summary><span class="verb">${method}</span><code>${escaped(path)}</code><span>${prose(operation.summary)}</span>${keyed ? '<span class="key">key</span>' : ''}</summary>
<div>${operation.description ? `<p>${prose(operation.description)}</p>` : ''}${parameters(operation)}${body(operation)}${replies(operation)}${keyed ? '' : tryIt(path, method, operation)}</div></details>`
}

function parameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td><code>${escaped(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`
}

function body({ requestBody }: Operation): string {
  if (requestBody === undefined) return ''
  return Object.entries(requestBody.content)
    .map(
      ([type, { schema, examples }]) =>
        `<h4>Body: <code>${escaped(type)}</code></h4>${sample(examples)}<details><summary>Schema</summary><div>${json(schema)}</div></details>`,
    )
    .join('')
}

function replies({ responses }: Operation): string {
  const ok = responses['200']?.content?.['application/json']?.examples
  const rows = Object.entries(responses).map(
    ([status, { description }]) => `<tr><td><code>${status}</code></td><td>${prose(description)}</td></tr>`,
  )
  return `<h4>Replies</h4><table>${rows.join('')}</table>${sample(ok)}`
}

function tryIt(path: string, method: string, operation: Operation): string {
  const takesJson = operation.requestBody?.content['application/json']
  if (operation.requestBody !== undefined && takesJson === undefined) return ''
  const example = Object.values(takesJson?.examples ?? {})[0]?.value
  const fields = (operation.parameters ?? [])
    .filter(({ in: where }) => where === 'path' || takesJson === undefined)
    .map(
      ({ name, in: where, example: value }) =>
        `<label><code>${escaped(name)}</code> <input name="${escaped(name)}" data-in="${where}" value="${escaped(value ?? '')}"></label> `,
    )
  const text =
    takesJson === undefined
      ? ''
      : `<textarea rows="8" aria-label="Body">${escaped(JSON.stringify(example ?? {}, null, 2))}</textarea>`
  return `<h4>Try it</h4><form data-path="${escaped(path)}" data-method="${method}">${fields.join('')}${text}<p><button>Send</button></p><pre hidden></pre></form>`
}

function sample(examples: Record<string, { summary: string; value: unknown }> | undefined): string {
  return Object.values(examples ?? {})
    .map(({ summary, value }) => `<p class="muted">${escaped(summary)}</p>${json(value)}`)
    .join('')
}

function json(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`
}
