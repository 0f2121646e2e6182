import type { MailFolder, MailHead } from './mail-folder.ts'

/** The bytes of one mail, fetched once and only when needed. */
export interface MailFetch {
  size: number
  /** The mail exceeds the limit for its sender. */
  isTooLarge: boolean
  /** Undefined if the mail is gone. */
  whole(): Promise<Buffer | undefined>
  beginning(bytes: number): Promise<Buffer | undefined>
  isFetched(): boolean
}

export function createMailFetch(folder: MailFolder, head: MailHead, maxBytes: number): MailFetch {
  let source: Buffer | undefined
  const fetchSource = async () => (source ??= await folder.source(head, maxBytes))
  return {
    size: head.size,
    isTooLarge: head.size > maxBytes,
    whole: fetchSource,
    beginning: async (bytes) => source?.subarray(0, bytes) ?? (await folder.source(head, bytes)),
    isFetched: () => source !== undefined,
  }
}
