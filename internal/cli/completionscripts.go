package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// bashTables are the arms of the cases in the script for bash.
type bashTables struct {
	commands, actions, words, values strings.Builder
	flags                            string   // of the default command
	other                            []string // patterns of flags whose values nobody can list
}

func newBashTables() *bashTables {
	t := new(bashTables)
	for _, s := range subcommands() {
		flags := join(flagNames(s.flags))
		fmt.Fprintf(&t.commands, "    %s) cmd=%s flags='%s' ;;\n", s.name, s.name, flags)
		if s.name == defaultCommand {
			t.flags = flags
		}
		first := firstWords(s)
		if first != nil {
			fmt.Fprintf(&t.words, "    2:%s:*) values='%s' ;;\n", s.name, join(first))
		}
		for _, a := range s.actions() {
			fmt.Fprintf(&t.actions, "    %s:%s) flags='%s' ;;\n", s.name, a.name, join(flagNames(a.flags)))
			if a.words != nil {
				fmt.Fprintf(&t.words, "    3:%s:%s) values='%s' ;;\n", s.name, a.name, join(a.words))
			}
		}
		if s.actions() != nil {
			fmt.Fprintf(&t.words, "    3:help:%s) values='%s' ;;\n", s.name, join(first))
		}
		s.flags.VisitAll(func(f *pflag.Flag) {
			if list := flagValues(f); list != nil {
				fmt.Fprintf(&t.values, "    %s:--%s) values='%s' ;;\n", s.name, f.Name, join(list))
			} else if takesValue(f) && !takesFile(f) {
				t.other = append(t.other, s.name+":--"+f.Name)
			}
		})
	}
	return t
}

// bashScript completes commands first, then actions, flags, their values and
// files. Without a command the flags are those of the command that then runs.
//
// Bash breaks words at colons, which ops have: the script puts words together
// again, and gives back what follows the last break. It breaks them at = too, behind
// which is the value of a flag. A list by commas is completed at its end. Where
// there are words to choose from, a file is none of them.
//
// Files are left to readline where it can be asked for them, since compgen prints
// them a line each and names can have lines. What compgen prints is read line by
// line, never split into words: those would be expanded as patterns. A line that is
// no file is a piece of a name.
func bashScript() string {
	t := newBashTables()
	return `_promptcheck() {
  local all=() n=0 w last='' head='' value='' other='' cmd='` + defaultCommand + `' flags='' values=''
  COMPREPLY=()
  for w in "${COMP_WORDS[@]}"; do
    [ "$n" -le "$COMP_CWORD" ] || break
    n=$((n + 1))
    if [ "${w#:}" != "$w" ] || [ "${last%:}" != "$last" ] ||
      { [ "${last#--}" != "$last" ] && { [ "$w" = = ] || [ "${last%=}" != "$last" ]; }; }; then
      last=$last$w
      all[${#all[@]}-1]=$last
    else
      last=$w
      all+=("$w")
    fi
  done
  local at=$((${#all[@]} - 1))
  local word=${all[at]} prev=${all[at-1]} action=${all[2]}
  case ${all[1]} in
` + t.commands.String() + `    *)
      flags='` + t.flags + `'
      [ "$at" != 1 ] || flags="$flags --version"
      ;;
  esac
  case $cmd:$action in
` + t.actions.String() + `  esac
  case $at:$cmd:$action in
` + t.words.String() + `  esac
  case $word in
  --*=*)
    prev=${word%%=*} word=${word#*=} value=1 values=''
    [ "${COMP_WORDBREAKS#*=}" != "$COMP_WORDBREAKS" ] || head=$prev=
    ;;
  esac
  case $cmd:$prev in
` + t.values.String() + `    ` + strings.Join(t.other, "|") + `) other=1 ;;
  esac
  if [ -z "$value" ] && [ "${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ -z "$value" ] && [ "$at" = 1 ]; then
    COMPREPLY=($(compgen -W '` + join(commandNames()) + `' -- "$word"))
    if [ "${#COMPREPLY[@]}" = 0 ] && compopt -o default 2>/dev/null; then return; fi
    while IFS= read -r w; do
      if [ -e "$w" ] || [ "${w#\~}" != "$w" ]; then COMPREPLY+=("$w"); fi
    done < <(compgen -f -- "$word")
  elif [ -n "$other" ]; then
    return
  elif [ -n "$values" ]; then
    compopt +o filenames 2>/dev/null # colons of ops would be quoted
    last=''
    [ "${word%,*}" = "$word" ] || last=${word%,*},
    COMPREPLY=($(compgen -P "$head$last" -W "$values" -- "${word##*,}"))
  else
    if [ -z "$head" ] && compopt -o default 2>/dev/null; then return; fi
    while IFS= read -r w; do
      if [ -e "$w" ] || [ "${w#\~}" != "$w" ]; then COMPREPLY+=("$head$w"); fi
    done < <(compgen -f -- "$word")
  fi
  if [ "${word%:*}" != "$word" ] && [ "${COMP_WORDBREAKS#*:}" != "$COMP_WORDBREAKS" ]; then
    last=${word%"${word##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$last"}")
  fi
}
complete -o filenames -F _promptcheck promptcheck
`
}

func join(list []string) string { return strings.Join(list, " ") }
