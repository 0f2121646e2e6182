import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Job } from '../../wire/wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { jobWords } from '../../words/schedule-words.ts'

/** A new time in words, a new text, or both; what is left as it is stays. */
export function EditForm(props: { job: Job; save(details: object): void; close(): void }) {
  const { id, when, text } = props.job
  const time = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  useLayoutEffect(() => time.current?.focus(), [])

  function save(submitted: Event): void {
    submitted.preventDefault()
    const [newTime, newText] = [time.current?.value.trim() ?? '', field.current?.value.trim() ?? '']
    props.save({ ...(newTime !== '' && { when: newTime }), ...(newText !== text.trim() && { text: newText }) })
  }

  return (
    <form
      class="job-form"
      aria-label={words.edit}
      onSubmit={save}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        // Only this: the view stays.
        pressed.preventDefault()
        pressed.stopPropagation()
        props.close()
      }}
    >
      <label for={`when-${id}`}>{words.newTime}</label>
      <input id={`when-${id}`} ref={time} placeholder={when} maxLength={200} autocomplete="off" />
      <label for={`text-${id}`}>{words.text}</label>
      <textarea id={`text-${id}`} ref={field} rows={3} maxLength={4000} dir="auto" defaultValue={text} />
      <div class="job-acts">
        <button type="submit" class="small">
          {common.save}
        </button>
        <button type="button" class="quiet" onClick={props.close}>
          {common.cancel}
        </button>
      </div>
    </form>
  )
}

/** Puts a reminder off, for as long as the words say. */
export function SnoozeForm({ job: { id, name }, snooze }: { job: Job; snooze(details: object): void }) {
  const until = useRef<HTMLInputElement>(null)
  const words = useWords(jobWords)
  return (
    <form
      class="job-form row"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const said = until.current?.value.trim()
        if (said) snooze({ until: said })
      }}
    >
      <label for={`until-${id}`} class="hidden">
        {words.howLong(name)}
      </label>
      <input id={`until-${id}`} ref={until} maxLength={200} autocomplete="off" defaultValue={words.oneHour} />
      <button type="submit" class="small" aria-description={name}>
        {words.snooze}
      </button>
    </form>
  )
}
