import type { Context } from 'hono'
import { z } from 'zod'
import type { ChatId } from '../../domain/ids.ts'
import { type ProfileFile, parseProfileFile, roomFile, skillFile, soulFile, userFile } from '../../domain/profile.ts'
import { readSoul, shortenProfile } from '../../gateway/profile.ts'
import { readSkill } from '../../gateway/skills.ts'
import { withoutControls } from '../../lib/markdown.ts'
import { diffLines } from '../../lib/text/line-diff.ts'
import type { AnyText } from '../../messages/localized.ts'
import { profileMessages } from '../../messages/memory-messages.ts'
import type { Database } from '../../store/database.ts'
import { groupsOpenTo } from '../../store/messages/listed-chats.ts'
import { listProfileVersions } from '../../store/profile/profile-versions.ts'
import type * as wire from '../page/wire/profile-wire.ts'
import { failure, parseBody, textFor } from '../server/answers.ts'
import type { Routes } from '../server/routes.ts'
import { plainTitle } from './plain-text.ts'
import { toWireChanges } from './proposal-view.ts'

/** Reads and writes the files. */
export interface ProfileService {
  read(file: ProfileFile): string
  skillNames(chat?: ChatId): string[]
  /** Why the file cannot be read. */
  problemOf(file: ProfileFile): AnyText | undefined
  pathOf(file: ProfileFile): string
  change(file: ProfileFile, change: ProfileChange): { changed: boolean } | { problem: AnyText }
}

interface ProfileChange {
  text: string
  origin: 'page' | 'undo'
  personId: number
  /** The version that the person saw. */
  seen: number
}

export interface ProfileApiDeps {
  db: Database
  owner: { id: number; name: string }
  profiles: ProfileService
  /** The persona of the configuration. */
  persona(): string | undefined
}

const MAX_GROUPS = 50
const MAX_VERSIONS = 30
const changeSchema = z.object({ file: z.string().max(200), text: z.string().max(64_000), seen: z.int().nonnegative() })
const restoreSchema = z.object({ file: z.string().max(200), version: z.int().positive(), seen: z.int().nonnegative() })

/** The files of the owner, the assistant and the groups. Those of other people are not shown to anybody else. */
export function addProfileRoutes(routes: Routes, { db, owner, profiles, persona }: ProfileApiDeps): void {
  routes.get('signed-in', '/profiles', (c) => c.json({ files: listFiles() } satisfies wire.ProfileList))

  routes.get('signed-in', '/profiles/file', (c) => respond(c, c.req.query('file') ?? ''))

  routes.post('signed-in', '/profiles/file', async (c) => {
    const body = await parseBody(c, changeSchema)
    if ('refused' in body) return body.refused
    const { file, text, seen } = body.value
    return change(c, file, { text, seen, origin: 'page' })
  })

  routes.post('signed-in', '/profiles/restore', async (c) => {
    const body = await parseBody(c, restoreSchema)
    if ('refused' in body) return body.refused
    const { file, version, seen } = body.value
    const entry = findEntry(file)
    const [found] = entry ? listProfileVersions(db, entry.file, { before: version + 1, limit: 1 }) : []
    if (found?.id !== version) return failure(c, 404, profileMessages.noSuchVersion)
    return change(c, file, { text: found.text, seen, origin: 'undo' })
  })

  function change(c: Context, file: string, change: Omit<ProfileChange, 'personId'>): Response {
    const entry = findEntry(file)
    if (!entry) return failure(c, 404, profileMessages.noSuchVersion)
    if (entry.of === 'skill' && change.text.trim() !== '' && !readSkill(change.text))
      return failure(c, 400, profileMessages.notASkill)
    const changed = profiles.change(entry.file, { ...change, personId: owner.id })
    return 'problem' in changed ? failure(c, 409, changed.problem) : respond(c, file)
  }

  function respond(c: Context, file: string): Response {
    const entry = findEntry(file)
    if (!entry) return failure(c, 404, profileMessages.noSuchVersion)
    const text = profiles.read(entry.file)
    const problem = profiles.problemOf(entry.file)
    const shown = entry.of === 'assistant' ? persona() : undefined
    const versions = listProfileVersions(db, entry.file, { limit: MAX_VERSIONS + 1 })
    return c.json({
      ...entry,
      isEmpty: text === '',
      path: profiles.pathOf(entry.file),
      text,
      version: versions[0]?.id ?? 0,
      isShortened: isShortened(entry.of, text),
      ...(problem !== undefined && { problem: textFor(c, problem) }),
      ...(shown !== undefined && { persona: shown }),
      versions: versions.slice(0, MAX_VERSIONS).map(({ id, at, origin, person, text: after }, place) => {
        return {
          id,
          at: at.getTime(),
          origin,
          ...(person !== undefined && { person: withoutControls(person) }),
          changes: toWireChanges(diffLines(versions[place + 1]?.text ?? '', after)),
        }
      }),
    } satisfies wire.ProfileDetail)
  }

  function findEntry(file: string): (wire.ProfileEntry & { file: ProfileFile }) | undefined {
    const wanted = parseProfileFile(file)
    const found = wanted && listFiles().find((entry) => entry.file === wanted)
    // A new skill is there as soon as it has a text.
    const name = /^skills\/([^/]+)\/SKILL\.md$/.exec(wanted ?? '')?.[1]
    return found ?? (wanted && name ? { file: wanted, of: 'skill', title: name, isEmpty: true } : undefined)
  }

  function listFiles(): (wire.ProfileEntry & { file: ProfileFile })[] {
    const entryOf = (file: ProfileFile, of: wire.ProfileEntry['of'], title = '') => ({
      file,
      of,
      title,
      isEmpty: profiles.read(file) === '',
    })
    const groups = groupsOpenTo(db, owner.id, MAX_GROUPS)
    return [
      entryOf(userFile(owner.id), 'you'),
      entryOf(soulFile, 'assistant'),
      ...groups.map(({ id, title }) => entryOf(roomFile(id), 'group', plainTitle(title) || id)),
      ...profiles.skillNames().map((name) => entryOf(skillFile(name), 'skill', name)),
      ...groups.flatMap(({ id, title }) =>
        profiles
          .skillNames(id)
          .map((name) => entryOf(skillFile(name, id), 'skill', `${name} (${plainTitle(title) || id})`)),
      ),
    ]
  }
}

function isShortened(of: wire.ProfileEntry['of'], text: string): boolean {
  if (of === 'skill') return false
  return of === 'assistant' ? readSoul(text).isShortened : shortenProfile(text).isShortened
}
