/** What stands open to everybody who is signed in, and why nobody in the cast is refused there. */

export const openToAll: Readonly<Record<string, string>> = {
  "GET /server_settings": "whoever wants to sign in has to know of the server first",
  "POST /fetch_api_key": "the password decides",
  "GET /users": "everybody is told who is there",
  "GET /users/me": "it is about oneself",
  "POST /users/me/api_key/regenerate": "the key is one's own",
  "GET /realm/presence": "everybody is told who is there",
  "GET /realm/profile_fields": "everybody sees what others fill in",
  "GET /realm/emoji": "everybody reads what is written with them",
  "GET /realm/linkifiers": "everybody reads what is written with them",
  "POST /mark_all_as_read": "it touches only what came to oneself",
  "POST /messages/render": "it draws whatever text it is given",
  "POST /users/me/alert_words": "the words are one's own",
  "DELETE /users/me/alert_words": "the words are one's own",
  "POST /user_uploads": "whoever is there may share files",
};
