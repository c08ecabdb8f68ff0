import { Refusal } from '../kernel/refusal.ts'
import type { AnyRoute } from '../operation/route.ts'
import { DOCS } from './refusals.ts'

interface Served {
  pattern: RegExp
  methods: string[]
  keyless: boolean
}

/** Which methods a path knows, for the requests that matched no route. */
export class Paths {
  readonly #served: Served[] = []

  constructor(routes: AnyRoute[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      const here = routes.filter((route) => route.path === path)
      const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const segments = path
        .replaceAll('.', '\\.')
        .replace(/\{[^}]+\*\}/g, '.+')
        .replace(/\{[^}]+\}/g, '[^/]+')
      const pattern = new RegExp(`^${segments}$`)
      this.#served.push({
        pattern,
        methods: [...methods, 'OPTIONS'],
        keyless: here.every(({ auth }) => auth === 'none'),
      })
    }
  }

  find(path: string): Served | undefined {
    return this.#served.find(({ pattern }) => pattern.test(path))
  }

  refuse(method: string, path: string): Refusal {
    const served = this.find(path)
    if (served === undefined) return new Refusal('no_such_path', 'there is no such path here', { fix: DOCS })
    const allow = served.methods.join(', ')
    return new Refusal('wrong_method', `${method} is not served here: ${allow} are`, {
      detail: { allow: served.methods },
      fix: { do: `Use ${served.methods[0]}.` },
      headers: { allow },
    })
  }
}
