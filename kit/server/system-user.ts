import { userInfo } from 'node:os';

/** Who runs this process. Containers often run under a user id without a name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER || `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
