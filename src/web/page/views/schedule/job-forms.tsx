import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Job } from '../../wire.ts'

/** A new time in words, a new text, or both; what is left as it is stays. */
export function EditForm(props: { job: Job; save(details: object): void; close(): void }) {
  const { id, when, text } = props.job
  const time = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => time.current?.focus(), [])

  function save(submitted: Event): void {
    submitted.preventDefault()
    const [newTime, newText] = [time.current?.value.trim() ?? '', words.current?.value.trim() ?? '']
    props.save({ ...(newTime !== '' && { when: newTime }), ...(newText !== text.trim() && { text: newText }) })
  }

  return (
    <form
      class="job-form"
      aria-label="Edit"
      onSubmit={save}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return
        // Only this: the view stays.
        pressed.preventDefault()
        pressed.stopPropagation()
        props.close()
      }}
    >
      <label for={`when-${id}`}>New time, in words</label>
      <input id={`when-${id}`} ref={time} placeholder={when} maxLength={200} autocomplete="off" />
      <label for={`text-${id}`}>Text</label>
      <textarea id={`text-${id}`} ref={words} rows={3} maxLength={4000} dir="auto" defaultValue={text} />
      <div class="job-acts">
        <button type="submit" class="small">
          Save
        </button>
        <button type="button" class="quiet" onClick={props.close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** Puts a reminder off, for as long as the words say. */
export function SnoozeForm({ job: { id, name }, snooze }: { job: Job; snooze(details: object): void }) {
  const until = useRef<HTMLInputElement>(null)
  return (
    <form
      class="job-form row"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const words = until.current?.value.trim()
        if (words) snooze({ until: words })
      }}
    >
      <label for={`until-${id}`} class="hidden">{`For how long, or until when: ${name}`}</label>
      <input id={`until-${id}`} ref={until} maxLength={200} autocomplete="off" defaultValue="1 hour" />
      <button type="submit" class="small" aria-description={name}>
        Snooze
      </button>
    </form>
  )
}
