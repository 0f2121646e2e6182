import { avatarOf } from '../messages/mentions.ts'
import { type Json, lastMessageFor } from '../messages/message-view.ts'
import { commonRead } from '../messages/rows.ts'
import { type Attendee, isModerator, keyOf, type Room, rowsOf, type World } from '../world.ts'
import { roomNameFor } from './names.ts'
import { isBehindLobby, permissionsOf } from './rights.ts'

/** A conversation as one of its members sees it. */
export function roomFor(world: World, room: Room, attendee: Attendee, withStatus = false): Json {
  const { actor } = attendee
  const isHidden = isBehindLobby(room, attendee)
  const other = room.pair.find((user) => keyOf(user) !== keyOf(actor))
  const unread = isHidden ? [] : rowsOf(room).filter((row) => row.id > attendee.lastRead && row.kind === 'comment')
  return {
    id: room.id,
    token: room.token,
    type: room.type,
    name: room.type === 1 ? (other?.id ?? room.name) : room.name,
    displayName: roomNameFor(room, actor),
    objectType: room.type === 6 ? 'note_to_self' : '',
    objectId: '',
    participantType: attendee.type,
    participantFlags: 0,
    readOnly: room.isReadOnly ? 1 : 0,
    hasPassword: false,
    hasCall: room.callSince > 0,
    callStartTime: room.callSince,
    callRecording: 0,
    canStartCall: !isHidden,
    lastActivity: room.lastActivity,
    // Behind the lobby there is no chat, and so nothing read and nothing last.
    lastReadMessage: isHidden ? 0 : attendee.lastRead,
    unreadMessages: unread.length,
    unreadMention: !isHidden && attendee.lastMention > attendee.lastRead,
    unreadMentionDirect: !isHidden && attendee.lastDirectMention > attendee.lastRead,
    isFavorite: attendee.isFavorite,
    canLeaveConversation: true,
    canDeleteConversation: isModerator(attendee) && (room.type === 2 || room.type === 3),
    notificationLevel: room.type === 1 || room.type === 5 ? 1 : 2,
    notificationCalls: 1,
    lobbyState: room.hasLobby ? 1 : 0,
    lobbyTimer: 0,
    lastPing: 0,
    sessionId: '0',
    lastMessage: isHidden ? [] : lastMessageFor(world, room, actor),
    sipEnabled: 0,
    actorType: actor.type,
    actorId: actor.id,
    attendeeId: attendee.id,
    permissions: permissionsOf(world, room, attendee),
    attendeePermissions: attendee.permissions,
    callPermissions: 0,
    defaultPermissions: 0,
    canEnableSIP: false,
    attendeePin: '',
    description: room.description,
    lastCommonReadMessage: commonRead(room),
    listable: 0,
    callFlag: room.callSince > 0 ? 1 : 0,
    messageExpiration: room.expiration,
    avatarVersion: avatarOf(room),
    isCustomAvatar: false,
    breakoutRoomMode: 0,
    breakoutRoomStatus: 0,
    ...(withStatus && room.type === 1 && other?.status !== undefined ? statusOf(other.status) : {}),
    ...laterFields(world, attendee),
  }
}

/** What newer servers add. */
function laterFields({ release }: World, attendee: Attendee): Json {
  return {
    ...(release.edits ? { recordingConsent: 0, mentionPermissions: 0 } : {}),
    ...(release.threads
      ? { isArchived: attendee.isArchived, isImportant: false, isSensitive: false, liveTranscriptionLanguageId: '' }
      : {}),
    ...(release.subfolders
      ? { tagIds: [], lastPinnedId: 0, hiddenPinnedId: 0, hasScheduledMessages: 0, attributes: 0 }
      : {}),
  }
}

function statusOf({ status, icon, message }: { status: string; icon: string | null; message: string | null }): Json {
  return { status, statusIcon: icon, statusMessage: message, statusClearAt: null }
}

export function participantFor(world: World, room: Room, attendee: Attendee, withStatus: boolean): Json {
  const user = world.accounts.get(attendee.actor.id)
  return {
    roomToken: room.token,
    inCall: 0,
    lastPing: 0,
    sessionIds: [],
    participantType: attendee.type,
    attendeeId: attendee.id,
    actorId: attendee.actor.id,
    actorType: attendee.actor.type,
    displayName: attendee.actor.name,
    permissions: permissionsOf(world, room, attendee),
    attendeePermissions: attendee.permissions,
    attendeePin: '',
    ...(withStatus ? statusOf(user?.status ?? { status: 'offline', icon: null, message: null }) : {}),
  }
}
