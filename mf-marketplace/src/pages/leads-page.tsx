export function LeadsPage() {
  return <h1>Leads for sale</h1>;
}
