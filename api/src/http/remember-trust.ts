const most = 1000;

type Trust = (address: string, hop: number) => boolean;

/** Remembers what was found of an address: the same few proxies pass on every request, and each would be read anew. */
export function rememberTrust(trusts: Trust): Trust {
  const known = new Map<string, boolean>();
  return (address, hop) => {
    const found = known.get(address);
    if (found !== undefined) return found;
    // Addresses, not hops: what is configured is a list of them.
    const isTrusted = trusts(address, hop);
    if (known.size < most) known.set(address, isTrusted);
    return isTrusted;
  };
}
