import type { Compilation } from '@rspack/core';

/** Returns the files of each named chunk group, in loading order. */
export function filesOfNamedChunks(compilation: Compilation): Record<string, string[]> {
  const stats = compilation.getStats().toJson({ all: false, chunkGroups: true, assets: true, ids: true });
  return Object.fromEntries(
    Object.entries(stats.namedChunkGroups ?? {}).map(([name, group]) => [
      name,
      (group.assets ?? []).map((asset) => asset.name).filter((file) => /\.(?:css|js)$/.test(file)),
    ]),
  );
}

const consumeIdentifier = /^consume shared module \([^)]*\) (?<id>(?:@[^/@]+\/)?[^@]+)@(?<range>\S+)/;

/** Returns the shared modules that each named chunk needs from the shell, with their version ranges. */
export function sharesOfNamedChunks(compilation: Compilation): Record<string, Record<string, string>> {
  const shares: Record<string, Record<string, string>> = {};
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      const found = consumeIdentifier.exec(module.identifier())?.groups;
      if (!found?.id || !found.range) continue;
      for (const group of chunk.groupsIterable) {
        if (group.name) shares[group.name] = { ...shares[group.name], [found.id]: found.range };
      }
    }
  }
  return Object.fromEntries(Object.entries(shares).map(([name, ranges]) => [name, sortedByName(ranges)]));
}

/** Sorts by name, because Rspack's order depends on the folder of the checkout. */
function sortedByName(ranges: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ranges).sort(([one], [other]) => (one < other ? -1 : 1)));
}
