import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface FoldProps {
  name: string
  told: string
  isOpen: boolean
  children: () => ComponentChildren
}

/** A part of the form, made when it is first opened: all of them together are thousands of elements. */
export function ConfigFold({ name, told, isOpen, children }: FoldProps) {
  const wasOpened = useSignal(false)
  return (
    <details
      class="config-section"
      open={isOpen}
      onToggle={({ currentTarget }) => (wasOpened.value ||= currentTarget.open)}
    >
      <summary>
        <span class="config-name">{name}</span>
        <span class="muted">{told}</span>
      </summary>
      {(isOpen || wasOpened.value) && children()}
    </details>
  )
}
