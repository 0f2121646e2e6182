/** Used in the notice and in `skein doctor`. */
export function mailOtherDaemonNotice(account: string): string {
  return `Somebody answered a mail from ${account} that this Skein did not write. If another Skein uses the same mailbox, people get every answer twice: stop one of them, or give it a mailbox of its own. If it was an earlier installation, there is nothing you need to do.`
}
