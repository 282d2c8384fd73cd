/**
 * Whether a text is the address of a PostgreSQL as libpq writes it. The host may be left away where `?host=` names a folder
 * of Unix sockets, and may be a list of hosts; a URL alone takes neither no host behind a user nor several of them.
 */
export function isDatabaseAddress(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && addressOfEach(text).every((address) => URL.canParse(address));
}

/** `postgres://user@a:1,b:2/name` as `postgres://user@a:1/name` and `postgres://user@b:2/name`; no host becomes localhost. */
export function addressOfEach(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  // Where nobody is named, a URL needs no host.
  if (hosts === '' && !before.endsWith('@')) return [text];
  return hosts
    .split(',')
    .map((host) => `${before}${host === '' || host.startsWith(':') ? `localhost${host}` : host}${after}`);
}
