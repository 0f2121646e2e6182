import type { DisplaySupport } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import { type ChannelName, type ChatId, channelOf } from '../../domain/ids.ts'
import type { SourceBlock } from '../../domain/job.ts'
import type { Audience } from '../../domain/message.ts'
import { isLessTrusted, type Person, type Role } from '../../domain/person.ts'
import { roomFile, soulFile, userFile } from '../../domain/profile.ts'
import { factsOf } from '../../domain/task.ts'
import { type PastMessage, UNSTORED } from '../../gateway/past.ts'
import { type Profile, readSoul } from '../../gateway/profile.ts'
import { type AsideFacts, type ChatDescription, findRepliedId, type Question } from '../../gateway/question.ts'
import type { Skill } from '../../gateway/skills.ts'
import { truncate } from '../../lib/text/text.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { Database } from '../../store/database.ts'
import { audienceOf, groupTitle, isPrivateTo } from '../../store/messages/chats.ts'
import { hasTalkedBefore } from '../../store/messages/conversations.ts'
import { newestVersion } from '../../store/messages/messages.ts'
import { participantsIn } from '../../store/people/participants.ts'
import { currentProfileVersion } from '../../store/profile/profile-versions.ts'
import { skillsReadIn } from '../../store/profile/skills-read.ts'
import { pastMessages } from '../../store/recall/lane-history.ts'
import { readableChats } from '../../store/recall/readable.ts'
import { runOfTask, sourcesOfMessage } from '../../store/schedule/runs.ts'
import { liveAsides, type Task } from '../../store/work/tasks.ts'
import type { Profiles } from '../profile/profiles.ts'
import { findSkills } from '../profile/skills.ts'

/** The question of a task, without the fence and token factor, which depend on the epoch. */
export type TaskQuestion = Omit<Question, 'fence' | 'factor'> & {
  /** Why there is no embedding although vectors are switched on. */
  unclear?: AnyText
}

export interface QuestionDeps {
  db: Database
  config(): Config
  /** What each channel can display. Without it the prompt does not describe the place. */
  shows?: DisplaySupportOf | undefined
  /** What people wrote for the model to always know. Without it the prompt has none of it. */
  profiles?: ProfileReader | undefined
}

/** Commands outside the daemon read without keeping versions. */
type ProfileReader = Pick<Profiles, 'read' | 'skillNames'>

export interface QuestionFacts {
  person: Person
  messages: PastMessage[]
  answers?: Question['answers']
  chat: ChatId
  lane: Question['lane']
  now: Date
  /** Replaced in previews, because a made-up chat is not in the store. */
  isPrivate?: typeof isPrivateTo
}

/** Builds the question, with the person who asks and the chats that person may read. */
export function buildQuestion(
  { db, config: readConfig, shows, profiles }: QuestionDeps,
  { person, isPrivate = isPrivateTo, ...facts }: QuestionFacts,
): TaskQuestion {
  const config = readConfig()
  const { chat } = facts
  // Other private chats may be used only if nobody else can read the answer.
  const isPrivateChat = isPrivate(db, chat, person.id)
  const isShared = config.conversation.sharedHistory && !isLessTrusted(person.role, 'member') && isPrivateChat
  const audience = audienceOf(db, chat) ?? (isPrivateChat ? 'private' : 'group')
  const soul = readSoul(profiles?.read(soulFile) ?? '')
  const names = { assistant: soul.name ?? config.assistant.name, owner: config.owner.name }
  const profile = profiles && findProfile(profiles, { chat, audience, person, isPrivateChat })
  return {
    ...facts,
    isFirstMeeting: profiles && isPrivateChat && isFirstMeeting(db, person, facts.messages),
    place: shows && describePlace(db, names, shows, { chat, audience, person }),
    persona: soul.manner || config.assistant.persona,
    profile,
    skills: profiles && skillsIn(db, profiles, facts),
    person: {
      timezone: person.timezone ?? config.timezone,
      trust: person.role,
      privateFactsOf: isPrivateChat ? person.id : undefined,
      readsLibrary: isPrivateChat && person.role === 'owner',
      chats: readableChats(db, { here: chat, allChatsOf: isShared ? person.id : undefined, isPrivateOnly: true }),
    },
  }
}

/** Only the person reads their own file. In a group nothing private is shown, just what belongs to the group. */
function findProfile(
  profiles: ProfileReader,
  { chat, audience, person, isPrivateChat }: PlaceFacts & { isPrivateChat: boolean },
): Profile | undefined {
  if (audience === 'group') return profileOf('group', '', 'owner', profiles.read(roomFile(chat)))
  return isPrivateChat ? profileOf('person', person.name, person.role, profiles.read(userFile(person.id))) : undefined
}

/** Whether the owner has never talked with us before, and their profile never had a text. */
function isFirstMeeting(db: Database, { id, role }: Person, messages: PastMessage[]): boolean {
  if (role !== 'owner' || messages.some(({ origin }) => origin !== 'chat')) return false
  const isNew = !hasTalkedBefore(db, id, messages.at(-1)?.conversation)
  return isNew && currentProfileVersion(db, userFile(id)) === undefined
}

/** Absent and not empty, so that a session from before there were skills continues. */
function skillsIn(
  db: Database,
  profiles: ProfileReader,
  { chat, lane }: Pick<QuestionFacts, 'chat' | 'lane'>,
): Skill[] | undefined {
  const found = findSkills(profiles, chat)
  const inUse = found.length === 0 ? [] : skillsReadIn(db, lane)
  const skills = found.map(({ name, description }) => ({
    name,
    description,
    ...(inUse.includes(name) && { isInUse: true }),
  }))
  return skills.length > 0 ? skills : undefined
}

function profileOf(about: Profile['about'], name: string, trust: Role, text: string): Profile | undefined {
  return text === '' ? undefined : { about, name, trust, text }
}

/** An instruction that was not scheduled is about the message that its answer will reply to. */
export function findAnswered(db: Database, { kind, chat, instruction, route }: Task): Question['answers'] {
  if (instruction === null || kind !== 'reply' || route.replyTo === undefined) return undefined
  const line = newestVersion(db, chat, route.replyTo)
  return line && pastMessages(db, [line.id])[0]
}

/** The sources gathered for a background task, or those of the message that the person replies to. */
export function sourcesFor(db: Database, task: Task, messages: PastMessage[]): SourceBlock[] | undefined {
  if (factsOf(task.kind).work === 'background') return runOfTask(db, task.id)?.run.sources ?? undefined
  const replied = findRepliedId({ messages })
  return replied === undefined ? undefined : sourcesOfMessage(db, replied, task.personId)
}

/** Unfinished work beside the chat, for a turn of the chat or of that work itself. */
export function asidesFor(db: Database, { id, kind, chat, lane }: Task): AsideFacts[] {
  if (kind !== 'reply' && kind !== 'aside') return []
  return liveAsides(db, chat)
    .filter((aside) => aside.lane === lane)
    .map((aside) => ({ task: aside.id, askedAt: new Date(aside.createdAt), isThis: aside.id === id }))
}

type UnstoredFacts = Pick<PastMessage, 'chat' | 'lane' | 'name' | 'at' | 'text' | 'trust' | 'origin'>

/** A message that is not in the store: a made-up one, or the instruction of a task. */
export function unstoredMessage(facts: UnstoredFacts): PastMessage {
  return {
    ...facts,
    id: UNSTORED,
    conversation: undefined,
    author: 'human',
    replyTo: undefined,
    actions: [],
    files: [],
  }
}

type DisplaySupportOf = (channel: ChannelName) => DisplaySupport

const MAX_MEMBERS = 12
const MAX_NAME_CHARS = 60
const MAX_TITLE_CHARS = 100

interface PlaceFacts {
  chat: ChatId
  audience: Audience
  /** Who asks. They count as a member even if they have not written there yet. */
  person: Person
}

/** Tells the model who it is, where it is asked, and who reads the answer. */
function describePlace(
  db: Database,
  names: Pick<ChatDescription, 'assistant' | 'owner'>,
  displaySupportOf: DisplaySupportOf,
  { chat, audience, person }: PlaceFacts,
): ChatDescription {
  const channel = channelOf(chat)
  const shows = displaySupportOf(channel)
  if (audience === 'private') return { ...names, channel, audience, title: undefined, members: [], more: 0, shows }
  const { people, strangers } = participantsIn(db, chat)
  const present = people.some(({ id }) => id === person.id) ? people : [person, ...people]
  const members = present.map(({ name, role }) => ({ name: toShortLine(name, MAX_NAME_CHARS), role }))
  const title = groupTitle(db, chat)
  return {
    ...names,
    channel,
    audience,
    title: title && toShortLine(title, MAX_TITLE_CHARS),
    members: members.slice(0, MAX_MEMBERS),
    more: Math.max(0, members.length - MAX_MEMBERS) + strangers,
    shows,
  }
}

/** Names and titles are chosen by others, so they are reduced to one short line. */
function toShortLine(text: string, maxChars: number): string {
  return truncate(text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim(), maxChars)
}
