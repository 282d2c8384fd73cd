/**
 * Whether a text is the address of one PostgreSQL, as `postgres://user:password@host:5432/name`. The host may be left out
 * where `?host=` names a folder of Unix sockets; a list of hosts is no address.
 */
export function isDatabaseAddress(text: string): boolean {
  // A URL takes no empty host behind a user.
  return (
    /^postgres(ql)?:\/\/([^/?#]*@)?[^,@/?#]*([/?#]|$)/.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
  );
}
