import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { ok, type TalkAnswer } from './failure.ts'
import { createAction, type NextcloudConnection } from './nextcloud-connection.ts'
import {
  CALL_TIMEOUT_SECONDS,
  filePath,
  ocsList,
  ocsValue,
  query,
  SEND_TIMEOUT_SECONDS,
  TALK_API,
  type TalkAccount,
} from './ocs.ts'

/** Files in our own home, and the messages that carry them. */
export interface TalkFiles {
  /** Streams the content to `use`. `path` is in our own home, as messages name it. */
  download<T>(path: string, signal: AbortSignal, use: (content: IncomingMessage) => Promise<T>): Promise<TalkAnswer<T>>
  /** Never overwrites a file: if there is one, the server refuses with 412. */
  upload(path: string, content: Blob, signal: AbortSignal): Promise<TalkAnswer<void>>
  /** Succeeds if the folder already exists. */
  makeFolder(path: string, signal: AbortSignal): Promise<TalkAnswer<void>>
  /** Posts a message with the file. Calling it twice posts twice, even if the answer is 403. */
  share(share: NewShare, signal: AbortSignal): Promise<TalkAnswer<void>>
  /** The tokens of the rooms a file is shared with. */
  sharedWith(path: string, signal: AbortSignal): Promise<TalkAnswer<string[]>>
  /** The folder for a room's drafts, on servers with a folder per room. */
  draftFolder(token: string, signal: AbortSignal): Promise<TalkAnswer<string>>
  /** Posts a file from the draft folder. */
  attach(token: string, file: NewAttachment, signal: AbortSignal): Promise<TalkAnswer<void>>
}

export interface NewShare {
  token: string
  path: string
  referenceId: string
  /** Caption, replyTo, silent and messageType. */
  meta: Record<string, unknown>
}

export interface NewAttachment {
  filePath: string
  fileName: string
  referenceId: string
  meta: Record<string, unknown>
}

const TRANSFER_TIMEOUT_SECONDS = 300
const SHARES = '/ocs/v2.php/apps/files_sharing/api/v1/shares'
const folder = z.object({ folder: z.string() })
const shares = z.object({ share_type: z.coerce.number(), share_with: z.string().nullish() })

export function createFiles(
  wire: NextcloudConnection,
  me: (signal: AbortSignal) => Promise<TalkAnswer<TalkAccount>>,
): TalkFiles {
  const act = createAction(wire)
  const attachment = (token: string) => `${TALK_API}/v1/chat/${token}/attachment`

  async function home(path: string, signal: AbortSignal): Promise<TalkAnswer<string>> {
    const who = await me(signal)
    return who.ok ? ok(`/remote.php/dav/files/${encodeURIComponent(who.value.id)}${filePath(path)}`) : who
  }

  return {
    async download(path, signal, use) {
      const place = await home(path, signal)
      if (!place.ok) return place
      const request = {
        what: 'download',
        path: place.value,
        kind: 'transfer',
        deadlineSeconds: TRANSFER_TIMEOUT_SECONDS,
      } as const
      return await wire.read(request, signal, use)
    },
    async upload(path, body, signal) {
      const place = await home(path, signal)
      if (!place.ok) return place
      const headers = { 'if-none-match': '*' }
      const request = { what: 'upload', path: place.value, method: 'PUT', headers, body, kind: 'transfer' } as const
      const answer = await wire.ask({ ...request, deadlineSeconds: TRANSFER_TIMEOUT_SECONDS }, [201, 204], signal)
      return answer.ok ? ok(undefined) : answer
    },
    async makeFolder(path, signal) {
      const place = await home(path, signal)
      if (!place.ok) return place
      return await act(
        { what: 'make folder', path: place.value, method: 'MKCOL', seconds: CALL_TIMEOUT_SECONDS },
        signal,
        [201, 405],
      )
    },
    async share({ token, path, referenceId, meta }, signal) {
      const body = { shareType: 10, shareWith: token, path, referenceId, talkMetaData: JSON.stringify(meta) }
      return await act({ what: 'share', path: SHARES, body, seconds: SEND_TIMEOUT_SECONDS }, signal)
    },
    async sharedWith(path, signal) {
      const request = { what: 'shares', path: SHARES + query({ path }), deadlineSeconds: CALL_TIMEOUT_SECONDS }
      const list = ocsList('shares', await wire.ask(request, [200], signal), shares)
      if (!list.ok) return list
      return ok(
        list.value.flatMap(({ value }) => (value?.share_type === 10 && value.share_with ? [value.share_with] : [])),
      )
    },
    async draftFolder(token, signal) {
      const request = { what: 'draft folder', path: `${attachment(token)}/folder`, body: {} }
      const answer = ocsValue(
        'draft folder',
        await wire.ask({ ...request, deadlineSeconds: CALL_TIMEOUT_SECONDS }, [200], signal),
        folder,
      )
      return answer.ok ? ok(answer.value.folder) : answer
    },
    async attach(token, { meta, ...file }, signal) {
      const body = { ...file, talkMetaData: JSON.stringify(meta) }
      return await act({ what: 'attach', path: attachment(token), body, seconds: SEND_TIMEOUT_SECONDS }, signal)
    },
  }
}
