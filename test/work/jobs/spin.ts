export default async function spin() {
  for (;;);
}
