import type { ServerState } from './state.ts'
import type { Release } from './version.ts'

/** `spreed.config` of the capabilities: what Talk lets this caller do, and how much. */
export function talkConfig(release: Release, state: ServerState, isKnown: boolean): Record<string, object> {
  const subfolders = release.subfolders ? { 'conversation-subfolders': state.hasSubfolders } : {}
  const { call = {}, chat = {}, conversations = {}, signaling = {}, ...later } = release.contract ? laterConfig : {}
  return {
    attachments: { allowed: isKnown, ...(isKnown ? { folder: '/Talk' } : {}), ...subfolders },
    call: {
      enabled: true,
      'breakout-rooms': true,
      recording: false,
      'supported-reactions': ['❤️', '🎉'],
      'predefined-backgrounds': ['1_office.jpg'],
      'can-upload-background': isKnown,
      ...call,
    },
    chat: {
      'max-length': 32000,
      'read-privacy': 0,
      ...(release.contract ? {} : { translations: [] }),
      'typing-privacy': 0,
      ...chat,
    },
    conversations: { 'can-create': isKnown, ...conversations },
    previews: { 'max-gif-size': 3145728 },
    signaling: { 'session-ping-limit': 200, 'hello-v2-token-key': 'a public key', ...signaling },
    ...later,
  }
}

/** What newer servers add; nothing of it is asked for by a chat client. */
const laterConfig: Record<string, object> = {
  call: {
    'recording-consent': 0,
    'predefined-backgrounds-v2': ['/apps/spreed/img/backgrounds/1_office.jpg'],
    'sip-enabled': false,
    'sip-dialout-enabled': false,
    'default-phone-region': '',
    'can-enable-sip': false,
    'start-without-media': false,
    'max-duration': 0,
    'blur-virtual-background': false,
    'end-to-end-encryption': false,
    'live-transcription': false,
    'live-translation': false,
    'live-transcription-target-language-id': '',
    'play-sounds': true,
    'grid-limit': 0,
    'grid-limit-enforced': false,
  },
  chat: {
    'has-translation-providers': false,
    'has-translation-task-providers': false,
    'summary-threshold': 100,
    style: 'split',
    'matterbridge-enabled': false,
  },
  conversations: {
    'force-passwords': false,
    'list-style': 'two-lines',
    'description-length': 2000,
    'retention-event': 28,
    'retention-phone': 7,
    'retention-instant-meetings': 1,
    'retention-classified': 0,
    'sort-order': 'activity',
    'group-mode': 'none',
  },
  signaling: { mode: 'internal' },
  federation: {
    enabled: false,
    'incoming-enabled': false,
    'outgoing-enabled': false,
    'only-trusted-servers': true,
  },
  experiments: { enabled: 0 },
  'feature-hints': { current: 1, hidden: 0 },
  permissions: { 'max-default': 510, 'max-custom': 511, default: 510 },
}
