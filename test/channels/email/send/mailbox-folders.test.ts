import type { ListResponse } from 'imapflow'
import { describe, expect, test } from 'vitest'
import { ensureFolder, folderFor } from '../../../../src/channels/email/send/mailbox-folders.ts'

/** A mailbox with these folders, as a client tells of them. */
function mailboxWith(...folders: [path: string, specialUse?: string][]) {
  const made: string[] = []
  return {
    made,
    list: async () => folders.map(([path, specialUse]) => ({ path, specialUse }) as ListResponse),
    mailboxCreate: async (path: string | string[]) => {
      made.push(String(path))
      return { path: `INBOX.${String(path)}`, created: true }
    },
  }
}

describe('a folder', () => {
  test('is found by what it is for, in whatever language', async () => {
    const client = mailboxWith(['INBOX'], ['Sent'], ['Gesendet', '\\Sent'], ['Entwürfe', '\\Drafts'])
    expect(await ensureFolder(client, 'Sent')).toBe('Gesendet')
    expect(await ensureFolder(client, 'Drafts')).toBe('Entwürfe')
    expect(client.made).toEqual([])
  })

  test('is made where there is none, and goes by the name that it has there', async () => {
    const client = mailboxWith(['INBOX'])
    expect(await folderFor(client, 'Sent')).toBeUndefined()
    expect(await ensureFolder(client, 'Sent')).toBe('INBOX.Sent')
    expect(client.made).toEqual(['Sent'])
  })
})
