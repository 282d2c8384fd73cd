export function DemosPage() {
  return <h1>Client demos</h1>;
}
