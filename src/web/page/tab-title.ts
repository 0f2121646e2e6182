import { createContext } from 'preact'
import { useContext, useLayoutEffect } from 'preact/hooks'

/** How much waits for a look, to whoever names the tab. */
export const Waiting = createContext(0)

/** What the tab is called while this is looked at. The count comes first: of a tab in the background little more is seen. */
export function useTabTitle(title: string): void {
  const waiting = useContext(Waiting)
  useLayoutEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Skein`
  }, [title, waiting])
}
