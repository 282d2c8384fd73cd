import type { Compilation } from '@rspack/core';

/** The files of each named chunk group, in load order. */
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

/** The version range of each shared module that a named chunk consumes, by chunk. */
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

/** Rspack's own order depends on the path of the checkout. */
function sortedByName(ranges: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ranges).sort(([one], [other]) => (one < other ? -1 : 1)));
}
