import { useSignal } from '@preact/signals'
import { useWords } from '../../words/language.ts'
import { memoryWords } from '../../words/memory-words.ts'

export interface CorrectFormProps {
  text: string
  save: (text: string) => void
  cancel: () => void
}

/** The owner's own words in the place of a summary. */
export function CorrectForm({ text, save, cancel }: CorrectFormProps) {
  const words = useWords(memoryWords)
  const said = useSignal(text)
  const isEmpty = said.value.trim() === ''
  return (
    <form
      class="correct-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) save(said.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Only out of the form, not out of the view.
        event.preventDefault()
        cancel()
      }}
    >
      <textarea
        aria-label={words.yours}
        rows={8}
        maxLength={8000}
        dir="auto"
        value={said.value}
        ref={(box) => box?.focus()}
        onInput={({ currentTarget }) => (said.value = currentTarget.value)}
      />
      <div class="row-acts">
        <button type="submit" class="quiet" disabled={isEmpty}>
          {words.save}
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
