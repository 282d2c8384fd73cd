/**
 * True for the address of one PostgreSQL: `postgres://user:password@host:5432/name`. The host may be empty if `?host=`
 * names a folder of Unix sockets. Lists of hosts are not supported.
 */
export function isDatabaseAddress(text: string): boolean {
  // A URL cannot have an empty host after a user.
  return (
    /^postgres(ql)?:\/\/([^/?#]*@)?[^,@/?#]*([/?#]|$)/.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
  );
}
