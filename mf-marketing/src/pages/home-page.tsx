export function HomePage() {
  return <h1>Exclusive leads for high-value industries</h1>;
}
