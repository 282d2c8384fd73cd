export function IntakePage() {
  return <h1>Exotic car rental website intake</h1>;
}
