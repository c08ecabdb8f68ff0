export default async function fail() {
  throw new TypeError('a mistake of ours')
}
