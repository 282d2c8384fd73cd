/**
 * Whether a text is the address of a PostgreSQL as libpq writes it. The host may be left away where `?host=` names a folder
 * of Unix sockets; a URL alone takes no user without a host.
 */
export function isDatabaseAddress(text: string): boolean {
  const withHost = text.replace(/^([a-z]+:\/\/[^/?#]*@)\//, '$1localhost/');
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(withHost);
}
