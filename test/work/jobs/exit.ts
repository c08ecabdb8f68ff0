export default async function exit() {
  process.exit(3)
}
