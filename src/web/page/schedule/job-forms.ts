import { button, element } from '../element.ts'
import type { Job } from '../wire.ts'

/** A new time in words, a new text, or both; what is left as it is stays. */
export function drawEditForm(
  { id, when, text }: Job,
  { save, close }: { save(details: object): void; close(): void },
): HTMLFormElement {
  const time = element('input', { id: `when-${id}`, placeholder: when, maxlength: '200', autocomplete: 'off' })
  const words = element('textarea', { id: `text-${id}`, rows: '3', maxlength: '4000', dir: 'auto' })
  words.value = text
  const form = element(
    'form',
    { class: 'job-form', 'aria-label': 'Edit' },
    element('label', { for: time.id }, 'New time, in words'),
    time,
    element('label', { for: words.id }, 'Text'),
    words,
    element(
      'div',
      { class: 'job-acts' },
      element('button', { type: 'submit', class: 'small', 'data-act': 'edit' }, 'Save'),
      button('Cancel', { class: 'quiet' }, close),
    ),
  )
  form.addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    save({
      ...(time.value.trim() === '' ? {} : { when: time.value.trim() }),
      ...(words.value.trim() === text.trim() ? {} : { text: words.value.trim() }),
    })
  })
  // Only this: the panel stays open.
  form.addEventListener('keydown', (pressed) => {
    if (pressed.key !== 'Escape') return
    pressed.preventDefault()
    pressed.stopPropagation()
    close()
  })
  return form
}

/** Puts a reminder off, for as long as the words say. */
export function drawSnoozeForm({ id, name }: Job, snooze: (details: object) => void): HTMLFormElement {
  const until = element('input', { id: `until-${id}`, maxlength: '200', autocomplete: 'off' })
  until.value = '1 hour'
  const press = element('button', { type: 'submit', class: 'small', 'aria-description': name }, 'Snooze')
  const form = element(
    'form',
    { class: 'job-form row' },
    element('label', { for: until.id, class: 'hidden' }, `For how long, or until when: ${name}`),
    until,
    press,
  )
  form.addEventListener('submit', (submitted) => {
    submitted.preventDefault()
    if (until.value.trim() !== '') snooze({ until: until.value.trim() })
  })
  return form
}
