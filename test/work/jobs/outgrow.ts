export default async function outgrow() {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i * Math.PI))
}
