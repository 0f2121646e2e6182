import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Api, ApiResult } from '../../api.ts'
import { dateOf } from '../../text/format.ts'
import type { ProfileDetail, ProfileEntry, ProfileList, ProfileVersionView } from '../../wire/profile-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { profileWords } from '../../words/profile-words.ts'
import { ChangedLines } from '../changed-lines.tsx'

type Calls = Pick<Api, 'get' | 'post'>

/** What the model always knows: the files of the owner, the assistant and the groups. */
export function Profiles({ api }: { api: Calls }) {
  const words = useWords(profileWords)
  const files = useSignal<ProfileEntry[]>([])
  const problem = useSignal<string | undefined>(undefined)
  useLayoutEffect(() => {
    void api.get<ProfileList>('/api/profiles').then((answer) => {
      problem.value = answer.status === 'ok' ? undefined : answer.error
      if (answer.status === 'ok') files.value = answer.value.files
    })
  }, [])
  const quiet = files.value.filter(({ of, isEmpty }) => of === 'group' && isEmpty)
  const skills = files.value.filter(({ of }) => of === 'skill')
  const profiles = files.value.filter((entry) => !quiet.includes(entry) && !skills.includes(entry))
  const list = (entries: ProfileEntry[]) =>
    entries.map((entry) => <ProfileFile key={entry.file} entry={entry} api={api} />)
  const addSkill = (title: string) => {
    const file = `skills/${title}/SKILL.md`
    if (!files.value.some((entry) => entry.file === file))
      files.value = [...files.value, { file, of: 'skill', title, isEmpty: true }]
  }
  return (
    <>
      <section class="profiles" aria-labelledby="profiles-title">
        <h2 id="profiles-title">{words.title}</h2>
        <p class="muted">{words.about}</p>
        {problem.value && <p role="alert">{problem.value}</p>}
        {list(profiles)}
        {quiet.length > 0 && (
          <details class="profile">
            <summary>{words.otherGroups(quiet.length)}</summary>
            {list(quiet)}
          </details>
        )}
      </section>
      <section aria-labelledby="skills-title">
        <h2 id="skills-title">{words.skills}</h2>
        <p class="muted">{words.aboutSkills}</p>
        {list(skills)}
        <NewSkill add={addSkill} />
      </section>
    </>
  )
}

/** Asks for the name of a new skill, which is also that of its folder. */
function NewSkill({ add }: { add(name: string): void }) {
  const words = useWords(profileWords)
  const name = useSignal('')
  const folder = folderNameOf(name.value)
  return (
    <form
      class="new-skill"
      onSubmit={(event) => {
        event.preventDefault()
        if (folder === '') return
        add(folder)
        name.value = ''
      }}
    >
      <input
        type="text"
        aria-label={words.newSkill}
        placeholder={words.newSkill}
        maxLength={64}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <button type="submit" class="quiet" disabled={folder === ''}>
        {words.create}
      </button>
    </form>
  )
}

/** `Wöchentlicher Bericht` is in `wochentlicher-bericht`. */
function folderNameOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 64)
}

/** One file, loaded when it is unfolded. */
function ProfileFile({ entry, api }: { entry: ProfileEntry; api: Calls }) {
  const words = useWords(profileWords)
  const detail = useSignal<ProfileDetail | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const isSaved = useSignal(false)
  const name = nameOf(entry, words)
  const isEmpty = detail.value?.isEmpty ?? entry.isEmpty

  const act = async (request: Promise<ApiResult<ProfileDetail>>) => {
    isSaved.value = false
    const answer = await request
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') detail.value = answer.value
    return answer.status === 'ok'
  }
  const read = () => act(api.get(`/api/profiles/file?file=${encodeURIComponent(entry.file)}`))
  const change = async (path: string, body: object) => {
    const seen = detail.peek()?.version ?? 0
    isSaved.value = await act(api.post(`/api/profiles/${path}`, { file: entry.file, seen, ...body }))
  }
  return (
    <details class="profile" onToggle={({ currentTarget }) => currentTarget.open && !detail.peek() && void read()}>
      <summary>
        {name}
        {isEmpty && <span class="muted">{` · ${words.empty}`}</span>}
      </summary>
      <p class="muted">{words.uses[entry.of]}</p>
      {problem.value && <p role="alert">{problem.value}</p>}
      {detail.value && (
        <>
          <ProfileForm
            key={detail.value.version}
            detail={detail.value}
            name={name}
            isSaved={isSaved.value}
            save={(text) => void change('file', { text })}
          />
          <Versions detail={detail.value} restore={(version) => void change('restore', { version })} />
        </>
      )}
    </details>
  )
}

function nameOf({ of, title }: ProfileEntry, words: (typeof profileWords)['en']): string {
  if (of === 'skill') return title
  return of === 'group' ? words.of.group(title) : words.of[of]
}

interface FormProps {
  detail: ProfileDetail
  name: string
  isSaved: boolean
  save(text: string): void
}

function ProfileForm({ detail, name, isSaved, save }: FormProps) {
  const words = useWords(profileWords)
  const { problem, persona, isShortened, isEmpty, path, text, of, title, version } = detail
  const isNewSkill = of === 'skill' && version === 0
  const edited = useSignal(isNewSkill ? words.skillTemplate(title) : text)
  return (
    <form
      class="correct-form"
      onSubmit={(event) => {
        event.preventDefault()
        save(edited.value)
      }}
    >
      {problem && <p role="alert">{problem}</p>}
      {isEmpty && persona && (
        <>
          <p class="muted">{words.persona}</p>
          <p class="summary-source" dir="auto">
            {persona}
          </p>
        </>
      )}
      {isShortened && <p class="muted">{words.shortened}</p>}
      <textarea
        aria-label={words.text(name)}
        rows={10}
        maxLength={64_000}
        dir="auto"
        placeholder={words.placeholder}
        value={edited.value}
        onInput={({ currentTarget }) => (edited.value = currentTarget.value)}
      />
      <div class="row-acts">
        <button type="submit" class="quiet" disabled={problem !== undefined || edited.value === text}>
          {words.save}
        </button>
        {isSaved && edited.value === text && <span role="status">{words.saved}</span>}
      </div>
      <p class="muted">
        {words.file} <code>{path}</code>
      </p>
    </form>
  )
}

function Versions({ detail, restore }: { detail: ProfileDetail; restore(version: number): void }) {
  const words = useWords(profileWords)
  if (detail.versions.length === 0) return null
  return (
    <details>
      <summary>{words.versions}</summary>
      <ol class="profile-versions">
        {detail.versions.map((version, place) => (
          <li key={version.id}>
            <Version version={version} />
            {place === 0 ? (
              <p class="muted">{words.current}</p>
            ) : (
              <button type="button" class="quiet" onClick={() => restore(version.id)}>
                {words.restore}
              </button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Who changed what, and when. */
function Version({ version: { at, origin, person = '', changes } }: { version: ProfileVersionView }) {
  const words = useWords(profileWords)
  const date = dateOf(at, useLocale())
  const how = origin === 'hand' ? words.origin.hand : words.origin[origin](person)
  return (
    <>
      <p class="muted">{`${date}, ${how}`}</p>
      {changes.length === 0 && <p class="muted">{words.nothingChanged}</p>}
      <ChangedLines changes={changes} />
    </>
  )
}
