import type { Fix } from '../../kernel/refusal.ts'

export const BUILD_THEM: Fix = {
  do: 'The operator of this service builds them with `npm run -s cli -- models build`; it needs the npm registry once.',
}
