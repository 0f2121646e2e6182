import { call } from '../client.ts'
import { messagesOf, type Stage } from './reconstruct.ts'
import type { Recording } from './recording.ts'
import {
  type Arrangement,
  basic,
  cookies,
  deleted,
  expired,
  former,
  idOf,
  installBot,
  leftOneToOne,
  lines,
  newRoom,
  outbox,
  preview,
  reactionDeleted,
  resolvedLive,
  roomState,
  sharedReport,
  slash,
  slashOfOurs,
  tokenOf,
  twoFiles,
  unknownTokens,
  wrongPasswords,
} from './states.ts'

type Arrange = (stage: Stage, recording: Recording) => Arrangement | void | Promise<Arrangement | void>

/** Brings a server into the state that a recording was made in. The first that fits its name is taken. */
export const arrangements: [RegExp, Arrange][] = [
  // Reading
  [/^chat-poll-200-empty-expired$/, (stage) => expired(stage, 120)],
  [/^chat-poll-(404-room-deleted|.*304)/, () => {}],
  [
    /^chat-poll-room-deleted-while-open$/,
    (stage, { request }) => {
      const place = stage.placeOf(tokenOf(request.path))
      return { during: () => place.drop() }
    },
  ],
  [/^chat-poll-404-after-removal$/, ({ lab, alice, skein }) => lab.expel(alice, skein)],
  [/^chat-poll-removed-while-open$/, (stage, recording) => ({ during: () => stage.replay(messagesOf(recording)) })],
  [/-412-lobby$/, ({ lab, alice }) => lab.lobby(alice)],
  [/^chat-poll-hidden-row-skipped$/, (stage, recording) => slash(stage, 141, stage.lab, recording)],
  [
    /^chat-poll-slash-unknown$|^chat-history-limit1-hidden-newest$/,
    (stage, recording) => slash(stage, 75, stage.direct, recording),
  ],
  [/^chat-poll-slash-as-seen-by-other$/, slashOfOurs],
  [/^chat-history-newest$/, (stage, recording) => expired(stage, 120, recording)],
  [/^chat-poll-file-name-collision$/, (stage, recording) => twoFiles(stage, recording)],
  [/^chat-history-file-resolved-live$/, resolvedLive],
  [/^chat-history-reaction-deleted$/, reactionDeleted],
  [/former-one-to-one$/, former],
  [/^(chat-history|room-participants)-one-to-one-other-left$/, (stage) => void leftOneToOne(stage)],
  [/^room-participants-one-to-one-refilled$/, (stage) => void leftOneToOne(stage).say(stage.skein, 'Still there?')],
  [/^chat-history-200-read-only-room$/, (stage, recording) => stage.replay(messagesOf(recording))],
  [
    /^chat-(poll|history|context|receive)-|^room-token-throttled-chat/,
    (stage, recording) => stage.replay(messagesOf(recording)),
  ],
  // Writing
  [/-403-no-chat-permission$/, ({ lab, skein }) => lab.permit(skein, 3)],
  [
    /^reaction-add-403-read-only$/,
    (stage) => {
      lines(stage, 62)
      stage.lab.lock(stage.alice)
    },
  ],
  [/-403-read-only$/, ({ lab, alice }) => lab.lock(alice)],
  [/^chat-send-400-reply-cross-room$/, (stage) => lines(stage, 128)],
  [
    /^(chat-send-400-reply-to-deleted|reaction-add-400-on-deleted|chat-delete-405-again)$/,
    (stage) => deleted(stage, 98),
  ],
  [
    /^(chat-send-400-reply-to-system|reaction-add-400-on-system-message|chat-delete-403-system-foreign)$/,
    (stage) => {
      stage.next(90)
      stage.lab.system(stage.alice, 'description_set')
    },
  ],
  [
    /^(chat-send-413-too-long|bot-send-413)$/,
    (stage, { request, name }) => {
      if (name.startsWith('bot')) installBot(stage)
      return { body: { ...(request.body as object), message: 'x'.repeat(32_001) } }
    },
  ],
  [
    /^chat-send-201-reply$/,
    (stage) => {
      stage.next(124)
      stage.direct.say(stage.alice, 'Question for the bot?')
    },
  ],
  [/^chat-send-201|^chat-send-form/, (stage, recording) => stage.next(idOf(recording))],
  [/^chat-send/, () => {}],
  [
    /^chat-delete-200$/,
    (stage) => {
      stage.next(98)
      stage.lab.say(stage.skein, 'x', { referenceId: 'cd'.repeat(32) })
    },
  ],
  [/^chat-edit-405$/, (stage) => lines(stage, 122)],
  [/^chat-(delete|read|unread|mentions)/, (stage) => lines(stage, 91)],
  [
    /^reaction-(add-200-again|list|delete-200)/,
    (stage) => {
      lines(stage, 91)
      stage.lab.react(stage.skein, 91, '👀')
    },
  ],
  [/^reaction-/, (stage) => lines(stage, 91)],
  // Rooms
  [/^room-(list|single)/, roomState],
  [/^room-create-(group|one-to-one)-201$/, newRoom],
  [/^room-add-participant-200$/, ({ lab, bob }) => lab.leave(bob)],
  [/^room-|^format-|^user-|^cap-(anon|auth)|^status-php$|^throttled-anonymous/, () => {}],
  [
    /^cap-if-none-match$/,
    async ({ talk, skein }) => {
      const first = await call(talk, skein, 'GET', '/ocs/v2.php/cloud/capabilities')
      return { headers: { 'If-None-Match': first.header('etag') ?? '' } }
    },
  ],
  // Files
  [/^dav-get-(404|other)/, () => {}],
  [/^dav-(get|head)-shared|^dav-propfind/, sharedReport],
  [/^(dav|share|cookie-webdav|cookie-without-samesite-webdav)-|^cookie-webdav/, outbox],
  [/^file-preview/, preview],
  // Accounts, cookies, throttling
  [/^auth-getapppassword-200$/, ({ skein }) => ({ headers: { Authorization: basic(skein.id, skein.password) } })],
  [/^auth-/, () => {}],
  [/^cookie-stale/, () => ({ headers: { Cookie: 'oc_sessionPassphrase=old; __Host-nc_sameSiteCookiestrict=true' } })],
  [/^cookie-/, async (stage, recording) => ({ headers: { Cookie: await cookies(stage, recording) } })],
  [/^err-401-revoked/, ({ talk, skein }) => talk.revoke(skein)],
  [/^err-401-user-disabled/, ({ talk, mallory }) => talk.disable(mallory)],
  [/^err-401-wrong/, ({ skein }) => ({ headers: { Authorization: basic(skein.id, 'wrong') } })],
  [/^err-429-(login|correct)/, wrongPasswords],
  [/^err-(429|500)-room-token/, unknownTokens],
  [/maintenance/, ({ talk }) => void (talk.state.isUnderMaintenance = true)],
  [/^err-|^ocs-v1/, () => {}],
  [/^room-token-throttled-list/, () => {}],
  [
    /^throttled-but/,
    async (stage, recording) => {
      roomState(stage, recording)
      const headers = { Cookie: await cookies(stage, recording) }
      await wrongPasswords(stage)
      return { headers }
    },
  ],
  // Webhook bots
  [
    /^bot-react-delete/,
    (stage) => {
      installBot(stage)
      const [bot] = stage.talk.webhooks.bots
      if (bot !== undefined) stage.lab.react(bot.actor, 150, '👀')
    },
  ],
  [/^bot-(list|enable)/, (stage) => installBot(stage, false)],
  [/^bot-/, (stage) => installBot(stage)],
]
