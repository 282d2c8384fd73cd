/** The remotes that are live on a site. Empty where it does not say. */
export async function liveRemotes(site: string): Promise<string[]> {
  try {
    const health = await (await fetch(new URL('/healthz', site))).json();
    const composition = await (await fetch(new URL(`/composition/${health.revision}.json`, site))).json();
    return Object.keys(composition.remotes);
  } catch {
    return [];
  }
}
