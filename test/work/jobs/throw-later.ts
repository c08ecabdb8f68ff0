export default async function throwLater() {
  setTimeout(() => {
    throw new Error('nobody waits for this one')
  })
  await new Promise(() => setInterval(() => {}, 1_000))
}
