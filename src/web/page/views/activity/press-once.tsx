import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** A button that is pressed once; it can be pressed again when nothing came of it for a while. */
export function PressOnce({ label, about, press }: { label: string; about: string; press: () => void }) {
  const isPressed = useSignal(false)
  useEffect(() => {
    if (!isPressed.value) return
    const again = setTimeout(() => (isPressed.value = false), againMs)
    return () => clearTimeout(again)
  }, [isPressed.value])
  return (
    <button
      type="button"
      class="quiet"
      aria-description={about}
      aria-disabled={isPressed.value}
      onClick={() => {
        if (isPressed.value) return
        isPressed.value = true
        press()
      }}
    >
      {label}
    </button>
  )
}

const againMs = 5000
