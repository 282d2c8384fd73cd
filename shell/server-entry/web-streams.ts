/** Reads a whole byte stream as UTF-8. */
export async function readText(stream: { getReader: () => Reader }): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const parts: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return decoder.decode(bytes);
}

interface Reader {
  read: () => Promise<{ done: false; value: Uint8Array } | { done: true; value?: unknown }>;
}
