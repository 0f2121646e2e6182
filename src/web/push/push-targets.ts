import type { GuardedPost, Posted } from '../../lib/http/guarded-post.ts'
import type { PushSubscription } from '../../store/people/push-subscriptions.ts'
import { encryptFor } from './encryption.ts'
import type { SenderIdentity } from './sender-identity.ts'

/** What one notification says, and which chat it opens. */
export interface Announcement {
  text: string
  /** The address on the page. */
  go: string
  /** A later notification with the same topic takes the place of one that was not delivered yet. */
  topic: string
}

/** A server of ntfy, and a topic on it. */
export interface NtfySettings {
  url: string
  token: string | undefined
}

/** Longer is of no use for "an answer is there". */
const KEPT_SECONDS = 86_400

export async function pushToBrowser(
  { endpoint, ...keys }: PushSubscription,
  { text, go, topic }: Announcement,
  { post, identity, now }: { post: GuardedPost; identity: SenderIdentity; now: Date },
  signal: AbortSignal,
): Promise<Posted> {
  const headers = {
    authorization: identity.authorization(endpoint, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_SECONDS),
    topic,
    urgency: 'high',
  }
  const body = encryptFor(keys, Buffer.from(JSON.stringify({ text, go })))
  return await post({ url: endpoint, headers, body, signal })
}

/** `pageUrl` is where the page can be opened from elsewhere. */
export async function pushToNtfy(
  { url, token }: NtfySettings,
  { text, go }: Announcement,
  { post, pageUrl }: { post: GuardedPost; pageUrl: string | undefined },
  signal: AbortSignal,
): Promise<Posted> {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    title: 'Skein',
    ...(pageUrl !== undefined && { click: `${pageUrl}/${go}` }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return await post({ url, headers, body: Buffer.from(text), signal })
}
