import type { ImapFlow } from 'imapflow'
import type { ImapDeps } from '../wire/imap.ts'
import { appendOnce, ensureFolder, findMail, folderFor, type Traces, visit } from './folders.ts'
import { findSent, type Wanted } from './look-up.ts'

/** What a look for a draft finds: it went out by somebody's hand, it lies there as somebody left it, or it is gone. */
export type Lying = { status: 'sent'; remoteId: string } | { status: 'there'; bytes: Buffer } | { status: 'gone' }

/** Lays a mail into Drafts, once; says where. */
export async function layDraft(
  imap: ImapDeps,
  mail: Traces & { bytes: Buffer; at: Date },
  signal: AbortSignal,
): Promise<string> {
  return await visit(imap, signal, async (client) => {
    const folder = await ensureFolder(client, 'Drafts')
    await appendOnce(client, folder, mail, ['\\Draft', '\\Seen'])
    return folder
  })
}

export async function findDraft(imap: ImapDeps, wanted: Wanted, signal: AbortSignal): Promise<Lying> {
  return await visit(imap, signal, async (client) => {
    const { mail } = await findSent(client, wanted)
    if (mail) return { status: 'sent', remoteId: mail.messageId }
    const uid = await openDraft(client, wanted)
    const lying = uid === undefined ? undefined : await client.fetchOne(String(uid), { source: true }, { uid: true })
    return lying && lying.source ? { status: 'there', bytes: lying.source } : { status: 'gone' }
  })
}

export async function removeDraft(imap: ImapDeps, traces: Traces, signal: AbortSignal): Promise<void> {
  await visit(imap, signal, async (client) => {
    const uid = await openDraft(client, traces)
    if (uid !== undefined) await client.messageDelete(String(uid), { uid: true })
  })
}

async function openDraft(client: ImapFlow, traces: Traces): Promise<number | undefined> {
  const folder = await folderFor(client, 'Drafts')
  return folder === undefined ? undefined : (await findMail(client, folder, traces))?.uid
}
