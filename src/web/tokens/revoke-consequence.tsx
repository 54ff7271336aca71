/** The effect of revoking a token. */
export const RevokeConsequence = () => (
  <p>The token stops working immediately, and so does every token that was created with it. You can't undo this.</p>
)
