import type { AnyRoute } from '../../operation/route.ts'
import { escaped, page } from './layout.ts'

export interface FrontPage {
  version: string
  models: Record<string, string>
  routes: AnyRoute[]
}

/** What runs here, and where to go next. Links only to what this version serves. */
export function frontPage({ version, models, routes }: FrontPage): string {
  const served = new Set(routes.map(({ path }) => path))
  const links = [
    ['/docs', 'Every route, with examples to try'],
    ['/api/health', 'Whether database, blobs and log answer'],
    ['/.well-known/svc.json', 'The public keys: all an offline check needs'],
    ['/api/world-model/verify/log/sth', 'The signed head of the transparency log'],
    ['/log/checkpoint', 'The same head for other log tools (C2SP checkpoint)'],
    ['/api/produce/card.pdf', 'The scale card, to print'],
  ].filter(([path]) => served.has(path!))
  const states = Object.entries(models)
  return page(
    'Witnessmark',
    `<h1>Witnessmark</h1>
<p>Measures things in photographs and at coordinates, and signs what it says, so that anyone can check it without trusting it.</p>
<p class="muted">Version ${escaped(version)}, ${routes.filter((route) => !route.undocumented).length} routes.</p>
<h2>Here</h2><table>${links.map(([path, what]) => `<tr><td><a href="${path}"><code>${path}</code></a></td><td>${what}</td></tr>`).join('')}</table>
<h2>Models</h2><table>${states.map(([name, state]) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(state)}</td></tr>`).join('')}</table>`,
  )
}
