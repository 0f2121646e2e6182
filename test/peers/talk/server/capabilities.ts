import { createHash } from 'node:crypto'
import type { User } from '../accounts/accounts.ts'
import { json, jsonType, ocs, type Reply } from '../http/reply.ts'
import type { Call, Route } from '../http/route.ts'
import type { World } from '../world.ts'
import type { ServerState } from './state.ts'
import { talkConfig } from './talk-config.ts'
import type { Release } from './version.ts'

/** What every release we answer as can do. */
const base =
  'audio video chat-v2 conversation-v4 guest-signaling empty-group-room guest-display-names multi-room-users favorites last-room-activity no-ping system-messages delete-messages mention-flag in-call-flags conversation-call-flags notification-levels invite-groups-and-mails locked-one-to-one-rooms read-only-rooms listable-rooms chat-read-marker chat-unread webinary-lobby start-call-flag chat-replies circles-support force-mute sip-support sip-support-nopin chat-read-status phonebook-search raise-hand room-description rich-object-sharing temp-user-avatar-api geo-location-sharing voice-message-sharing signaling-v3 publishing-permissions clear-history direct-mention-flag notification-calls conversation-permissions rich-object-list-media rich-object-delete unified-search chat-permission silent-send silent-call send-call-notification talk-polls breakout-rooms-v1 recording-v1 avatar chat-get-context single-conversation-status chat-keep-notifications typing-privacy remind-me-later bots-v1 markdown-messages message-expiration reactions'

function featuresOf(release: Release): string[] {
  return [
    ...base.split(' '),
    ...(release.captions ? ['media-caption', 'chat-read-last', 'note-to-self', 'session-state'] : []),
    ...(release.edits ? ['edit-messages', 'delete-messages-unlimited', 'chat-reference-id', 'silent-send-state'] : []),
    ...(release.threads ? ['threads', 'archived-conversations-v2', 'edit-messages-note-to-self'] : []),
    ...(release.reactPermission ? ['react-permission'] : []),
  ]
}

/** What the server says of itself: status.php, the capabilities, and who the caller is. */
export function createCapabilities(world: World, state: ServerState): Route[] {
  const { release } = world

  function spreed(user: User | undefined): object {
    return {
      features: [...featuresOf(release), ...state.extraFeatures],
      ...(release.edits ? { 'features-local': ['favorites', 'chat-read-status'] } : {}),
      config: talkConfig(release, state, user !== undefined),
      ...(release.edits ? { 'config-local': { attachments: ['allowed', 'folder'] } } : {}),
      version: release.talk,
    }
  }

  function capabilities({ user, request }: Call): Reply {
    const rest = user === undefined ? {} : personal(world.origin())
    const data = {
      version: { ...release.nextcloud, edition: '', extendedSupport: false },
      capabilities: {
        ...rest,
        bruteforce: { delay: 0, 'allow-listed': false },
        metadataAvailable: { size: ['/image\\/(png|jpeg)/'], gps: ['/image\\/(png|jpeg)/'] },
        spreed: spreed(user),
        theming: theming(world.origin()),
      },
    }
    const etag = `"${createHash('md5').update(JSON.stringify(data)).digest('hex')}"`
    if (request.header('if-none-match') === etag)
      return { kind: 'raw', status: 304, headers: { ETag: etag, 'Content-Type': jsonType }, body: null }
    return ocs(data, { headers: { ETag: etag } })
  }

  function status(): Reply {
    const { major, minor, micro, string } = release.nextcloud
    const body = {
      installed: true,
      maintenance: state.isUnderMaintenance,
      needsDbUpgrade: false,
      version: `${major}.${minor}.${micro}.0`,
      versionstring: string,
      edition: '',
      productname: 'Nextcloud',
      extendedSupport: false,
    }
    return json(200, body, { 'Content-Type': 'application/json' })
  }

  return [
    { name: 'status', method: 'GET', path: /^\/status\.php$/, isPublic: true, handle: status },
    {
      name: 'capabilities',
      method: 'GET',
      path: /^\/ocs\/v[12]\.php\/cloud\/capabilities$/,
      isPublic: true,
      handle: capabilities,
    },
    { name: 'self', method: 'GET', path: /^\/ocs\/v[12]\.php\/cloud\/user$/, handle: ({ user }) => ocs(profile(user)) },
  ]
}

/** The hash that tells a client to fetch the capabilities again. */
export function hashOf({ release }: World, { extraFeatures, hasSubfolders }: ServerState): string {
  return createHash('sha1')
    .update(JSON.stringify([featuresOf(release), extraFeatures, hasSubfolders, release.talk]))
    .digest('hex')
}

function personal(origin: string): object {
  return {
    core: { pollinterval: 60, 'webdav-root': 'remote.php/webdav', 'reference-api': true, 'reference-regex': '' },
    files: {
      bigfilechunking: true,
      blacklisted_files: ['.htaccess'],
      directEditing: { url: `${origin}/ocs/v2.php/apps/files/api/v1/directEditing`, etag: '', supportsFileId: true },
      comments: true,
      undelete: true,
      versioning: true,
      version_labeling: true,
      version_deletion: true,
    },
    dav: { chunking: '1.0', bulkupload: '1.0' },
    user_status: { enabled: true, restore: true, supports_emoji: true },
  }
}

function theming(origin: string): object {
  const logo = `${origin}/core/img/logo/logo.svg?v=0`
  return { name: 'Nextcloud', url: 'https://nextcloud.com', slogan: '', color: '#0082c9', logo }
}

function profile(user: User | undefined): object {
  const scopes = Object.fromEntries(
    ['phone', 'address', 'website', 'twitter', 'fediverse', 'organisation', 'role', 'headline', 'biography'].flatMap(
      (field) => [
        [field, ''],
        [`${field}Scope`, 'v2-local'],
      ],
    ),
  )
  return {
    id: user?.id,
    lastLogin: 1794703371000,
    backend: 'Database',
    subadmin: [],
    quota: { free: 5368709120, used: 0, total: 5368709120, relative: 0, quota: 5368709120 },
    manager: '',
    avatarScope: 'v2-federated',
    email: null,
    emailScope: 'v2-federated',
    additional_mail: [],
    additional_mailScope: [],
    displayname: user?.name,
    'display-name': user?.name,
    displaynameScope: 'v2-federated',
    ...scopes,
    profile_enabled: '1',
    profile_enabledScope: 'v2-local',
    groups: [],
    language: 'en',
    locale: '',
    notify_email: null,
    backendCapabilities: { setDisplayName: true, setPassword: true },
  }
}
