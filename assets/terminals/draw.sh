#!/bin/bash
# Pictures of weir in the terminals that are installed, for the guide: assets/terminals/draw.sh [NAME...]
#
# Needs the built program, Xvfb and ImageMagick, and of xterm, tmux, screen, mosh, kitty, alacritty, foot (with cage) those to
# be drawn. Nothing outside this folder and a temporary one is changed. KITTY names another kitty.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
export DISPLAY=:97 LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1
export HOME=$work XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state
export XDG_RUNTIME_DIR=$work
unset TMUX STY COLORTERM TERM_PROGRAM KITTY_WINDOW_ID
started=()
nobody=()
trap 'for one in "${started[@]}"; do kill "$one" 2>/dev/null || :; done; rm -rf "$work"' EXIT

node=$root/node_modules/node/bin/node
weir() { "$node" "$root/dist/weir.js" "$@"; }
as() { export WEIR_SITE=http://127.0.0.1:9397 WEIR_ALLOW_HTTP=1 WEIR_EMAIL=$1@acme.example WEIR_API_KEY=$2; }

Xvfb :97 -screen 0 1280x1024x24 -nolisten tcp >"$work/xvfb.log" 2>&1 &
started+=($!)
"$node" "$root/dist/weir.js" realm --port 9397 --seed demo --fixed-keys >"$work/realm.log" 2>&1 &
started+=($!)
for _ in $(seq 100); do grep -q Accounts "$work/realm.log" && break; sleep 0.2; done
grep -q Accounts "$work/realm.log" || { cat "$work/realm.log"; exit 1; }

as ana anademokey0123456789012345678901
convert -seed 7 -size 360x160 plasma:steelblue-navajowhite "$work/weir.png"
topic='#general > what a terminal shows'
weir send "$topic" 'Emoji 🎉 👍🏽 👨‍👩‍👧 🇳🇱, wide 日本語 한국어, accents naïve Zając' >"$work/sent"
weir send "$topic" 'שלום! ב-12 (אחת) · مرحبا بكم في المدينة' >>"$work/sent"
weir send "$topic" $'> quoted, **bold**, *italic*, `code`\n```python\ndef flow(height): return 1.84 * height ** 1.5\n```' >>"$work/sent"
weir send "$topic" "$(weir upload "$work/weir.png")" >>"$work/sent"

as robin youdemokey0123456789012345678901
open=("$node" "$root/dist/weir.js" open "$topic")
xterm=(xterm -fa 'DejaVu Sans Mono' -fs 9 -geometry 80x24 -bg black -fg gray90 -e)

# The command that shows weir in that terminal.
run() {
  case $1 in
    xterm) exec "${xterm[@]}" "${open[@]}" ;;
    tmux) exec "${xterm[@]}" tmux -f /dev/null -L weir-pictures new "${open[@]}" ;;
    screen) exec "${xterm[@]}" screen -U -S weir-pictures "${open[@]}" ;;
    mosh)
      export MOSH_SERVER_NETWORK_TMOUT=20
      read -r _ _ port key < <(mosh-server new -i 127.0.0.1 -p 60997 -- "${open[@]}" 2>/dev/null | grep 'MOSH CONNECT')
      MOSH_KEY=$key exec "${xterm[@]}" mosh-client 127.0.0.1 "$port"
      ;;
    kitty)
      exec "${KITTY:-kitty}" -o font_size=9 -o initial_window_width=80c -o initial_window_height=24c -o remember_window_size=no \
        -o enable_audio_bell=no -o update_check_interval=0 "${open[@]}"
      ;;
    alacritty) exec alacritty -o font.size=9 -o window.dimensions.columns=80 -o window.dimensions.lines=24 -e "${open[@]}" ;;
    foot)
      export WLR_BACKENDS=x11 WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
      # Cage refuses to run as root.
      [ "$(id -u)" != 0 ] || { chown -R nobody "$work"; nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups); }
      exec "${nobody[@]}" cage -- foot -f 'DejaVu Sans Mono:size=12' "${open[@]}"
      ;;
  esac
}

for name in ${@:-xterm tmux screen mosh kitty alacritty foot}; do
  (run "$name") >"$work/$name.log" 2>&1 &
  shown=$!
  sleep 12
  import -window root "$work/$name.png"
  [ -z "${KEEP_LOG-}" ] || cp "$work/$name.log" "$KEEP_LOG"
  convert "$work/$name.png" -trim +repage -resize '640x480>' +dither -colors 48 -define png:compression-level=9 "PNG8:$here/$name.png"
  kill "$shown" 2>/dev/null || :
  # These two outlive their terminal.
  tmux -L weir-pictures kill-server 2>/dev/null || :
  screen -S weir-pictures -X quit >/dev/null 2>&1 || :
  sleep 1
done
