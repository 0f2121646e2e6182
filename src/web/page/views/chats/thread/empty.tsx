/** A chat in which nothing was said yet. */
export function Empty() {
  return (
    <div id="empty" class="empty">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h2>What is on your mind?</h2>
      <p>Ask, plan, think aloud. Every word is kept in one file on this machine.</p>
      <p class="keys">
        <span>
          <kbd>Enter</kbd> sends
        </span>
        <span>
          <kbd>Shift</kbd> <kbd>Enter</kbd> new line
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>K</kbd> new chat
        </span>
        <span>
          <kbd>Esc</kbd> stops an answer
        </span>
      </p>
    </div>
  )
}
