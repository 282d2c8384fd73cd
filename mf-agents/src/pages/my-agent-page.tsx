export function MyAgentPage() {
  return <h1>My AI agent</h1>;
}
