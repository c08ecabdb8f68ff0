import { Refusal } from '../../kernel/refusal.ts'

const opened = new Map<string, Promise<unknown>>()

/**
 * Opened once a worker; a failure is not kept. The id was made when the service started: other weights that came into
 * their place since must not answer under it.
 */
export function openedOnce<Model extends { id: string; name: string }, Opened>(
  model: Model,
  idNow: (model: Model) => Promise<string>,
  open: (model: Model) => Promise<Opened>,
): Promise<Opened> {
  const known = opened.get(model.id)
  if (known !== undefined) return known as Promise<Opened>
  const opening = openUnchanged(model, idNow, open)
  opened.set(model.id, opening)
  opening.catch(() => opened.delete(model.id))
  return opening
}

async function openUnchanged<Model extends { id: string; name: string }, Opened>(
  model: Model,
  idNow: (model: Model) => Promise<string>,
  open: (model: Model) => Promise<Opened>,
): Promise<Opened> {
  const isUnchanged = await idNow(model).then(
    (id) => id === model.id,
    () => false,
  )
  if (!isUnchanged)
    throw new Refusal(
      'model_not_built',
      `the operator's model ${model.name} is not what it was when the service started`,
      {
        fix: { do: 'Its operator puts the files back, or starts it again with those that are there now.' },
      },
    )
  return open(model).catch((cause: Error) => {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('model_not_built', `the operator's model ${model.name} cannot be opened: ${cause.message}`, {
      cause,
      fix: { do: 'Its operator has to name another adapter or another model in operator.json.' },
    })
  })
}
