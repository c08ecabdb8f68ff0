export default async function echo(input: unknown) {
  return input
}
