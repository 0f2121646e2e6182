import type { ImapFlow } from 'imapflow'
import { headerValues, readHeaders } from '../authority/headers.ts'
import type { ImapDeps } from '../wire/imap.ts'
import { appendOnce, ensureFolder, findByTraces, folderFor, type MailTraces, visitMailbox } from './mailbox-folders.ts'
import { findSent, type SentMailQuery } from './sent-mail-lookup.ts'

const CHUNK_BYTES = 1024 * 1024

/** The result of looking for a draft: a person sent it, it is there as the person left it, or it is gone. */
export type FoundDraft = { status: 'sent'; remoteId: string } | { status: 'there'; bytes: Buffer } | { status: 'gone' }

export interface NewDraft extends SentMailQuery {
  bytes: Buffer
  /** The mail it answers; absent if we write first. */
  inReplyTo: string | undefined
}

/** Saves a mail in Drafts once, replacing our earlier draft for the same mail. Returns the folder. */
export async function saveDraft(imap: ImapDeps, mail: NewDraft, signal: AbortSignal): Promise<string> {
  return await visitMailbox(imap, signal, async (client) => {
    const folder = await ensureFolder(client, 'Drafts')
    await appendOnce(client, folder, mail, ['\\Draft', '\\Seen'])
    if (mail.inReplyTo !== undefined) await removeEarlier(client, mail.inReplyTo, mail.mark)
    return folder
  })
}

/** Only drafts with our mark are removed. Drafts that a person started stay. */
async function removeEarlier(client: ImapFlow, inReplyTo: string, mark: string): Promise<void> {
  const uids = await client.search({ header: { 'in-reply-to': inReplyTo } }, { uid: true })
  if (!uids || uids.length === 0) return
  const drafts = await client.fetchAll(uids.join(','), { uid: true, headers: ['x-skein-outbox'] }, { uid: true })
  for (const { uid, headers } of drafts) {
    const [draftMark] = headerValues(readHeaders(headers ?? Buffer.alloc(0)), 'x-skein-outbox')
    if (draftMark !== undefined && draftMark !== mark) await client.messageDelete(String(uid), { uid: true })
  }
}

export async function findDraft(imap: ImapDeps, query: SentMailQuery, signal: AbortSignal): Promise<FoundDraft> {
  return await visitMailbox(imap, signal, async (client) => {
    const { mail } = await findSent(client, query)
    if (mail) return { status: 'sent', remoteId: mail.messageId }
    const uid = await openDraft(client, query)
    const bytes = uid === undefined ? undefined : await fetchBytes(client, uid)
    return bytes ? { status: 'there', bytes } : { status: 'gone' }
  })
}

export async function removeDraft(imap: ImapDeps, traces: MailTraces, signal: AbortSignal): Promise<void> {
  await visitMailbox(imap, signal, async (client) => {
    const uid = await openDraft(client, traces)
    if (uid !== undefined) await client.messageDelete(String(uid), { uid: true })
  })
}

async function openDraft(client: ImapFlow, traces: MailTraces): Promise<number | undefined> {
  const folder = await folderFor(client, 'Drafts')
  return folder === undefined ? undefined : (await findByTraces(client, folder, traces))?.uid
}

/**
 * In pieces, because it may have attachments and our client accepts no literal that long. Undefined if it disappears
 * meanwhile.
 */
async function fetchBytes(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  for (let start = 0; ; start += CHUNK_BYTES) {
    const source = { start, maxLength: CHUNK_BYTES }
    const mail = await client.fetchOne(String(uid), { source }, { uid: true })
    if (!mail) return undefined
    const piece = mail.source ?? Buffer.alloc(0)
    pieces.push(piece)
    if (piece.length !== CHUNK_BYTES) return Buffer.concat(pieces)
  }
}
