/** All verbs in one module: separate modules would split the code shared with the screen into a hundred files. */
import * as fillForm from "#cli/fill-form.ts";
import * as formOptions from "#cli/form-options.ts";
import * as deactivation from "./deactivation.ts";
import * as digest from "./digest.ts";
import * as done from "./done.ts";
import * as drafts from "./drafts.ts";
import * as exporting from "./export.ts";
import * as fields from "./fields.ts";
import * as flags from "./flags.ts";
import * as folders from "./folders.ts";
import * as groups from "./groups.ts";
import * as inbox from "./inbox.ts";
import * as later from "./later.ts";
import * as people from "./people.ts";
import * as read from "./read.ts";
import * as report from "./report.ts";
import * as rules from "./rules.ts";
import * as schedule from "./schedule.ts";
import * as search from "./search.ts";
import * as send from "./send.ts";
import * as snippets from "./snippets.ts";
import * as snooze from "./snooze.ts";
import * as status from "./status.ts";
import * as streams from "./streams.ts";
import * as sync from "./sync.ts";
import * as tail from "./tail.ts";
import * as topicList from "./topic-list.ts";
import * as topics from "./topics.ts";
import * as upload from "./upload.ts";
import * as views from "./views.ts";
import * as vote from "./vote.ts";
import * as waiting from "./waiting.ts";

export const verbModules = {
  deactivation,
  digest,
  done,
  drafts,
  exporting,
  fields,
  fillForm,
  flags,
  folders,
  formOptions,
  groups,
  inbox,
  later,
  people,
  read,
  report,
  rules,
  schedule,
  search,
  send,
  snippets,
  snooze,
  status,
  streams,
  sync,
  tail,
  topicList,
  topics,
  upload,
  views,
  vote,
  waiting,
};
