#!/usr/bin/env bash
# The figures of docs/findings.md again, with as many games as the questions need: hours on two cores.
#
#   benchmarks/findings.sh [FOLDER] [FACTOR]
#
# writes a text and a table for each question into FOLDER (findings). FACTOR multiplies the numbers of games (1). What was
# measured is kept: started again, it goes on where it stopped. `tune` needs Optuna: pip install garrison[lab].
set -euo pipefail
folder=${1:-findings}
factor=${2:-1}
mkdir -p "$folder"

games() { echo $(($1 * factor)); }

lab() { # NAME COMMAND...: run a command of the lab once
  local name=$1
  shift
  if [ ! -s "$folder/$name.txt" ]; then
    echo "== $name: garrison lab $*"
    garrison lab "$@" >"$folder/$name.part"
    mv "$folder/$name.part" "$folder/$name.txt"
  fi
}

sweep() { # NAME GAME OPTIONS...: a sweep that goes on where it stopped
  local name=$1
  shift
  lab "$name" sweep "$@" --keep "$folder/$name.jsonl" --out "$folder/$name.csv"
}

# Skirmish: is it fair, and which smallest change makes it so? Then the variant `even`, also between players who search.
sweep skirmish-health skirmish --bots veteran -n "$(games 400)" --rule 'health[0]=140,150,160,200' \
  --measure win_rate,draws,length
sweep skirmish-180 skirmish --bots veteran -n "$(games 1000)" --rule 'health[0]=180' --measure win_rate,draws,length
sweep skirmish-drawn skirmish --setup random --bots veteran -n "$(games 400)" --rule 'health[0]=180,200' \
  --measure win_rate,draws,length
lab skirmish-even-hard report skirmish --variant even --bots 'hard at 0.2' -n "$(games 100)" --measure win_rate,draws
lab skirmish-medium report skirmish --bots medium -n "$(games 1000)" --measure win_rate,draws,length,sensitivity

# Siege: how large is the advantage of the first move, and which rule mends it?
lab siege-hard report siege --bots hard -n "$(games 600)" --measure win_rate,draws,length
sweep siege-coins siege --bots hard -n "$(games 200)" --rule second_coins=0,48 --measure win_rate,draws,length
sweep siege-half siege --bots hard -n "$(games 400)" --rule half_first_turn=true --measure win_rate,length
sweep siege-captains-half siege --bots captain -n "$(games 60)" --rule half_first_turn=0,1 --measure win_rate,draws,length
sweep siege-captains-coins siege --bots captain -n "$(games 40)" --rule second_coins=8,16,32,64 \
  --measure win_rate,draws,length
sweep siege-captains-even siege --bots captain -n "$(games 220)" --rule second_coins=43,48 --measure win_rate,draws,length

# Boneyard: the skeleton in distress beside the treasure, and five tweaks.
lab boneyard-tools report boneyard --traps all --bots hard -n "$(games 800)" --measure use,weight
for tweak in 'points[12]=1:3' 'uses[12]=1:3' 'distress_calls=0:2' 'distress_heading=0:3' 'distress_reach=1:4'; do
  sweep "boneyard-${tweak%%[\[=]*}" boneyard --traps all --bots medium -n "$(games 800)" --rule "$tweak" \
    --measure win_rate,length,use,weight --tools distress,treasure
done

# Loop: where does skill decide?
for world in small medium large; do
  sweep "loop-$world" loop --world "$world" --bots medium -n "$(games 300)" --rule enemy_strength=100:170:10 \
    --measure win_rate,length,skill_depth,luck
done

# Minefield: walls, enemies, and three minutes for a good player.
sweep minefield-walls minefield --bots runner -n "$(games 60)" --rule wall_period=0,1,5 --rule enemy_period=150 \
  --measure win_rate,length
sweep minefield-enemies minefield --bots runner -n "$(games 60)" --rule enemy_period=75,300 --measure win_rate,length
lab minefield-three-minutes report minefield --variant three_minutes --bots medium -n "$(games 60)" \
  --measure win_rate,length
lab minefield-standard report minefield --bots medium -n "$(games 60)" --measure win_rate,length
